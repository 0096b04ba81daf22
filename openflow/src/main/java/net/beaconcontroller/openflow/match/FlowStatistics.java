package net.beaconcontroller.openflow.match;

import java.util.List;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/** The accessors of the statistics of one flow that all versions have. OpenFlow 1.5.1 section 7.2.4 (ofp_stats). */
public interface FlowStatistics {
    /** Returns all statistics of the flow. */
    Stats stats();

    /** Returns the seconds of the duration; all 32 bits set if it is absent. */
    default long durationSeconds() {
        return stats().durationSeconds();
    }

    /** Returns the nanoseconds beyond the seconds of the duration; all 32 bits set if it is absent. */
    default long durationNanos() {
        return stats().durationNanos();
    }

    /** Returns the packet count, an unsigned number; all bits set if it is absent. */
    default long packets() {
        return stats().packets();
    }

    /** Returns the byte count, an unsigned number; all bits set if it is absent. */
    default long bytes() {
        return stats().bytes();
    }

    /** Visits the fixed fields after the duration, before OpenFlow 1.5. For the library itself. */
    static <T extends FlowStatistics> Stats visitCounts(FieldVisitor<T> f, long seconds, long nanos) {
        f.absentValue("stats", flow -> flow.stats().besideFlow(), List.of());
        return Stats.of(
                seconds,
                nanos,
                f.u64("packet_count", FlowStatistics::packets),
                f.u64("byte_count", FlowStatistics::bytes));
    }
}

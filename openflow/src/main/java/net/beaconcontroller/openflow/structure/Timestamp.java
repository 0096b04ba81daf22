package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * A point in time or a duration, OpenFlow 1.5.1 section 7.2.9 (ofp_time); OpenFlow 1.5.
 *
 * @param seconds seconds since 1970, or of the duration; an unsigned 64-bit number
 * @param nanos nanoseconds beyond the seconds
 */
public record Timestamp(long seconds, long nanos) {
    public static Timestamp visit(FieldVisitor<Timestamp> f) {
        return new Timestamp(
                f.u64("seconds", Timestamp::seconds), f.padAfter(f.u32("nanoseconds", Timestamp::nanos), 4));
    }
}

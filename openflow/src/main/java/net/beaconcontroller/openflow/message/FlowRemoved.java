package net.beaconcontroller.openflow.message;

import java.util.StringJoiner;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.FlowStatistics;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.MatchPrinter;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The notification that a flow has expired or was deleted, OpenFlow 1.5.1 section 7.4.2 (OFPT_FLOW_REMOVED).
 *
 * @param cookie the cookie of the flow, 64 bits
 * @param priority the priority of the flow, 0 to 65535
 * @param reason an OFPRR_ number: 0 idle timeout, 1 hard timeout, 2 delete, 3 group delete (OpenFlow 1.1 and later), 4
 *     meter delete, 5 eviction (both OpenFlow 1.4 and later)
 * @param tableId the flow table, 0 to 254; 0 in OpenFlow 1.0, which does not have it
 * @param idleTimeout the idle timeout of the flow in seconds, 0 to 65535
 * @param hardTimeout the hard timeout of the flow in seconds, 0 to 65535; 0 in OpenFlow 1.0, which does not have it
 * @param stats the statistics of the flow; duration, packets and bytes before OpenFlow 1.5
 * @param match the match of the flow
 */
public record FlowRemoved(
        long cookie, int priority, int reason, int tableId, int idleTimeout, int hardTimeout, Stats stats, Match match)
        implements Message, FlowStatistics {
    public static final MessageLayout<FlowRemoved> LAYOUT = MessageLayout.of(
                    MessageType.FLOW_REMOVED, FlowRemoved.class, FlowRemoved::visit)
            .printedBy((flow, _) -> flow.text());

    private static final Names REASONS =
            Names.ofValues("idle_timeout", "hard_timeout", "delete", "group_delete", "meter_delete", "eviction");

    static FlowRemoved visit(FieldVisitor<FlowRemoved> f) {
        return f.since(Version.OF15) ? visit15(f) : visit10(f);
    }

    /** Visits the notification of a version before 1.5. */
    private static FlowRemoved visit10(FieldVisitor<FlowRemoved> f) {
        boolean is10 = f.is10();
        Match match10 = is10 ? Match.visit(f, FlowRemoved::match) : Match.ANY;
        long cookie = f.as(Names.HEX).u64("cookie", FlowRemoved::cookie);
        int priority = f.u16("priority", FlowRemoved::priority);
        int reason = f.as(REASONS).u8("reason", FlowRemoved::reason);
        int tableId = f.u8Since(Version.OF11, "table_id", FlowRemoved::tableId, 0);
        f.pad(is10 ? 1 : 0);
        long seconds = f.u32("duration_sec", FlowRemoved::durationSeconds);
        long nanos = f.u32("duration_nsec", FlowRemoved::durationNanos);
        return new FlowRemoved(
                cookie,
                priority,
                reason,
                tableId,
                f.u16("idle_timeout", FlowRemoved::idleTimeout),
                f.padAfter(f.u16Since(Version.OF11, "hard_timeout", FlowRemoved::hardTimeout, 0), is10 ? 2 : 0),
                FlowStatistics.visitCounts(f, seconds, nanos),
                is10 ? match10 : Match.visit(f, FlowRemoved::match));
    }

    private static FlowRemoved visit15(FieldVisitor<FlowRemoved> f) {
        int tableId = f.u8("table_id", FlowRemoved::tableId);
        int reason = f.as(REASONS).u8("reason", FlowRemoved::reason);
        int priority = f.u16("priority", FlowRemoved::priority);
        int idleTimeout = f.u16("idle_timeout", FlowRemoved::idleTimeout);
        int hardTimeout = f.u16("hard_timeout", FlowRemoved::hardTimeout);
        long cookie = f.as(Names.HEX).u64("cookie", FlowRemoved::cookie);
        Match match = Match.visit(f, FlowRemoved::match);
        return new FlowRemoved(
                cookie, priority, reason, tableId, idleTimeout, hardTimeout, Stats.visit(f, FlowRemoved::stats), match);
    }

    /** Returns the fields as text, such as {@code reason=idle_timeout table=0 priority=1,ip}. */
    public String text() {
        var text = new StringJoiner(" ");
        text.add("reason=" + REASONS.print(reason)).add("table=" + tableId);
        FlowNotation.addIf(text, cookie != 0, "cookie=0x%x".formatted(cookie));
        MatchPrinter.stats(stats).forEach(text::add);
        FlowNotation.addTimes(text, idleTimeout, hardTimeout, 0);
        text.add("priority=" + priority);
        FlowNotation.addIf(text, !match.fields().isEmpty(), match.toString());
        return text.toString();
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

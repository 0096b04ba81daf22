package net.beaconcontroller.openflow.message;

import java.util.List;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.MatchPrinter;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A flow is gone, OpenFlow 1.5.1 section 7.4.2 (OFPT_FLOW_REMOVED).
 *
 * @param cookie 64 bits, as the flow was added with
 * @param priority 0 to 65535, as the flow was added with
 * @param reason an OFPRR_ number: 0 idle timeout, 1 hard timeout, 2 deleted, from OpenFlow 1.1 on 3 its group was
 *     deleted, from 1.4 on 4 its meter was deleted and 5 it made room
 * @param tableId the table that it was in, 0 to 254; 0 in OpenFlow 1.0, which does not tell
 * @param idleTimeout seconds, 0 to 65535, as the flow was added with
 * @param hardTimeout seconds, 0 to 65535, as the flow was added with; 0 in OpenFlow 1.0, which does not tell
 * @param stats how long it was there and what it had; before OpenFlow 1.5 duration, packets and bytes
 * @param match which packets it was for
 */
public record FlowRemoved(
        long cookie, int priority, int reason, int tableId, int idleTimeout, int hardTimeout, Stats stats, Match match)
        implements Message {
    public static final MessageLayout<FlowRemoved> LAYOUT = MessageLayout.of(
                    MessageType.FLOW_REMOVED, FlowRemoved.class, FlowRemoved::visit)
            .printedBy((flow, _) -> flow.body());

    private static final Names REASONS =
            Names.ofValues("idle_timeout", "hard_timeout", "delete", "group_delete", "meter_delete", "eviction");

    static FlowRemoved visit(FieldVisitor<FlowRemoved> f) {
        if (f.is10()) {
            return visit10(f);
        }
        return f.since(Version.OF15) ? visit15(f) : visit12(f);
    }

    private static FlowRemoved visit10(FieldVisitor<FlowRemoved> f) {
        Match match = Match.visit(f, FlowRemoved::match);
        long cookie = f.as(Names.HEX).u64("cookie", FlowRemoved::cookie);
        int priority = f.u16("priority", FlowRemoved::priority);
        int reason = f.as(REASONS).u8("reason", FlowRemoved::reason);
        f.pad(1);
        int tableId = f.absent("table_id", FlowRemoved::tableId, 0);
        long seconds = f.u32("duration_sec", FlowRemoved::durationSeconds);
        long nanos = f.u32("duration_nsec", FlowRemoved::durationNanos);
        int idleTimeout = f.u16("idle_timeout", FlowRemoved::idleTimeout);
        f.pad(2);
        return new FlowRemoved(
                cookie,
                priority,
                reason,
                tableId,
                idleTimeout,
                f.absent("hard_timeout", FlowRemoved::hardTimeout, 0),
                counts(f, seconds, nanos),
                match);
    }

    private static FlowRemoved visit12(FieldVisitor<FlowRemoved> f) {
        long cookie = f.as(Names.HEX).u64("cookie", FlowRemoved::cookie);
        int priority = f.u16("priority", FlowRemoved::priority);
        int reason = f.as(REASONS).u8("reason", FlowRemoved::reason);
        int tableId = f.u8("table_id", FlowRemoved::tableId);
        long seconds = f.u32("duration_sec", FlowRemoved::durationSeconds);
        long nanos = f.u32("duration_nsec", FlowRemoved::durationNanos);
        return new FlowRemoved(
                cookie,
                priority,
                reason,
                tableId,
                f.u16("idle_timeout", FlowRemoved::idleTimeout),
                f.u16("hard_timeout", FlowRemoved::hardTimeout),
                counts(f, seconds, nanos),
                Match.visit(f, FlowRemoved::match));
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

    /** The fixed fields before OpenFlow 1.5 that say, behind the duration, what the flow has counted. */
    private static Stats counts(FieldVisitor<FlowRemoved> f, long seconds, long nanos) {
        f.absentValue("stats", FlowRemoved::besideFixed, List.of());
        return Stats.of(
                seconds, nanos, f.u64("packet_count", FlowRemoved::packets), f.u64("byte_count", FlowRemoved::bytes));
    }

    private List<Oxs> besideFixed() {
        return stats.besideFlow();
    }

    /** How long the flow was there, whole seconds; all 32 bits ones if that is not told. */
    public long durationSeconds() {
        return stats.durationSeconds();
    }

    /** The rest of the duration, below a second; all 32 bits ones if that is not told. */
    public long durationNanos() {
        return stats.durationNanos();
    }

    /** How many packets the flow had, an unsigned number; all ones if that is not told. */
    public long packets() {
        return stats.packets();
    }

    /** How many bytes those were, an unsigned number; all ones if that is not told. */
    public long bytes() {
        return stats.bytes();
    }

    private String body() {
        var text = new StringJoiner(" ");
        text.add("reason=" + REASONS.print(reason)).add("table=" + tableId);
        if (cookie != 0) {
            text.add("cookie=0x%x".formatted(cookie));
        }
        MatchPrinter.stats(stats).forEach(text::add);
        FlowNotation.addTimes(text, idleTimeout, hardTimeout, 0);
        text.add("priority=" + priority);
        if (!match.fields().isEmpty()) {
            text.add(match.toString());
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

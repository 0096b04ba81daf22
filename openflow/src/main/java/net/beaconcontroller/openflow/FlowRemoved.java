package net.beaconcontroller.openflow;

/**
 * A flow is gone, OpenFlow 1.3.5 section 7.4.2.
 *
 * @param reason an OFPRR_ number: 0 idle timeout, 1 hard timeout, 2 deleted
 * @param tableId 0 in OpenFlow 1.0
 * @param durationSeconds how long the flow was there
 * @param durationNanos the rest of it, below a second
 * @param idleTimeout seconds, as the flow was added with
 * @param hardTimeout seconds; 0 in OpenFlow 1.0, which does not tell
 * @param packets how many it had, an unsigned number
 * @param bytes how many those were, an unsigned number
 */
public record FlowRemoved(
        long cookie,
        int priority,
        int reason,
        int tableId,
        long durationSeconds,
        long durationNanos,
        int idleTimeout,
        int hardTimeout,
        long packets,
        long bytes,
        Match match)
        implements Message {

    @Override
    public MessageType type() {
        return MessageType.FLOW_REMOVED;
    }

    static FlowRemoved read(Reader in) {
        boolean v10 = in.isVersion10();
        Match first = v10 ? Match.read(in) : Match.ANY;
        long cookie = in.u64("cookie");
        int priority = in.u16("priority");
        int reason = in.u8("reason");
        int tableId = in.u8("table_id");
        long seconds = in.u32("duration_sec");
        long nanos = in.u32("duration_nsec");
        int idleTimeout = in.u16("idle_timeout");
        int hardTimeout = in.u16("hard_timeout");
        return new FlowRemoved(
                cookie,
                priority,
                reason,
                v10 ? 0 : tableId,
                seconds,
                nanos,
                idleTimeout,
                v10 ? 0 : hardTimeout,
                in.u64("packet_count"),
                in.u64("byte_count"),
                v10 ? first : Match.read(in));
    }

    void write(Writer out, Version version) {
        boolean v10 = version == Version.OF10;
        if (v10) {
            match.write(out, version);
        }
        out.u64(cookie);
        out.u16(priority);
        out.u8(reason);
        out.u8(v10 ? 0 : tableId);
        out.u32(durationSeconds);
        out.u32(durationNanos);
        out.u16(idleTimeout);
        out.u16(v10 ? 0 : hardTimeout);
        out.u64(packets);
        out.u64(bytes);
        if (!v10) {
            match.write(out, version);
        }
    }
}

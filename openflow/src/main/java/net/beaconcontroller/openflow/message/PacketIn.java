package net.beaconcontroller.openflow.message;

import java.util.StringJoiner;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A packet-in, OpenFlow 1.5.1 section 7.4.1 (OFPT_PACKET_IN), as a value. {@code PacketInView} reads a packet-in
 * without allocation.
 *
 * @param bufferId the id of the packet in the switch's buffer, 32 bits, or {@link #NO_BUFFER}
 * @param totalLength the length of the packet in bytes, 0 to 65535; greater than the length of the data if the switch
 *     truncated it
 * @param reason an OFPR_ number: 0 no matching flow, 1 action, 2 invalid time to live (OpenFlow 1.2 and later), 3
 *     action set, 4 group bucket, 5 packet-out (OpenFlow 1.4 and later)
 * @param tableId the flow table that sent the packet, 0 to 254; 0 in OpenFlow 1.0
 * @param cookie the cookie of the flow that sent the packet, 64 bits; all bits set if there is none, and before
 *     OpenFlow 1.3
 * @param match the pipeline fields of the packet, such as the ingress port
 * @param data the packet, or its beginning
 */
public record PacketIn(long bufferId, int totalLength, int reason, int tableId, long cookie, Match match, Bytes data)
        implements Message {
    public static final MessageLayout<PacketIn> LAYOUT = MessageLayout.of(
                    MessageType.PACKET_IN, PacketIn.class, PacketIn::visit)
            .printedBy((packet, _) -> packet.body());

    /** OFP_NO_BUFFER: the switch has not buffered the packet. */
    public static final long NO_BUFFER = 0xffffffffL;

    /** OFPR_NO_MATCH: table miss: no flow or the table-miss flow matched. */
    public static final int NO_MATCH = 0;

    private static final long NO_COOKIE = -1;
    private static final Names REASONS =
            Names.ofValues("no_match", "action", "invalid_ttl", "action_set", "group", "packet_out");

    /** Returns a packet-in of a whole packet because of a table miss. */
    public static PacketIn of(long inPort, long bufferId, Bytes data) {
        return new PacketIn(bufferId, data.length(), NO_MATCH, 0, NO_COOKIE, Match.of(Field.IN_PORT.is(inPort)), data);
    }

    /** Returns the ingress port, or {@link PortNumber#ANY} if the message does not have it. */
    public long inPort() {
        return match.inPort();
    }

    static PacketIn visit(FieldVisitor<PacketIn> f) {
        long bufferId = f.as(Names.HEX).u32("buffer_id", PacketIn::bufferId);
        int totalLength = f.u16("total_len", PacketIn::totalLength);
        boolean is10 = f.is10();
        Match match10 = is10 ? Match.ofInPort(f.port("in_port", in -> in.match.onlyInPort(f.version()))) : Match.ANY;
        int reason = f.as(REASONS).u8("reason", PacketIn::reason);
        f.pad(is10 ? 1 : 0);
        int tableId = f.u8Since(Version.OF11, "table_id", PacketIn::tableId, 0);
        long cookie = f.as(Names.HEX).u64Since(Version.OF13, "cookie", PacketIn::cookie, NO_COOKIE);
        Match match = is10 ? match10 : Match.visit(f, PacketIn::match);
        f.pad(is10 ? 0 : 2);
        return new PacketIn(bufferId, totalLength, reason, tableId, cookie, match, f.rest("data", PacketIn::data));
    }

    private String body() {
        var text = new StringJoiner(" ");
        FlowNotation.addIf(text, !match.fields().isEmpty(), match.toString());
        text.add("total_len=" + totalLength).add("reason=" + REASONS.print(reason));
        FlowNotation.addIf(text, tableId != 0, "table=" + tableId);
        FlowNotation.addIf(text, cookie != NO_COOKIE, "cookie=0x%x".formatted(cookie));
        FlowNotation.addIf(text, bufferId != NO_BUFFER, "buffer_id=0x%x".formatted(bufferId));
        return text.add("data=" + data.abbreviated()).toString();
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

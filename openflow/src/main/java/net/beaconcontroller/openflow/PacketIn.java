package net.beaconcontroller.openflow;

/**
 * A packet that a switch hands to the controller, OpenFlow 1.3.5 section 7.4.1, as a value. {@link PacketInView} reads one
 * without making this.
 *
 * @param bufferId where the switch keeps the packet, or {@link #NO_BUFFER}
 * @param totalLength of the packet; more than the data where the switch sent only its beginning
 * @param reason an OFPR_ number: 0 no flow matched, 1 an action said so
 * @param tableId the table that it comes from; 0 in OpenFlow 1.0
 * @param cookie the flow's that sent it; all ones where there is none, and in OpenFlow 1.0
 * @param match what the packet has beside its headers: the port that it came in on above all
 */
public record PacketIn(long bufferId, int totalLength, int reason, int tableId, long cookie, Match match, Bytes data)
        implements Message {

    /** The packet is not kept in the switch: what is to go on must be sent back whole. OFP_NO_BUFFER. */
    public static final long NO_BUFFER = 0xffffffffL;

    /** OFPR_NO_MATCH: no flow matched, or the table-miss flow did. */
    public static final int NO_MATCH = 0;

    private static final long NO_COOKIE = -1;

    /** A whole packet that came in on a port and matched no flow. */
    public static PacketIn of(long inPort, long bufferId, Bytes data) {
        return new PacketIn(bufferId, data.length(), NO_MATCH, 0, NO_COOKIE, Match.of(Field.IN_PORT.is(inPort)), data);
    }

    /** The port that the packet came in on, or {@link PortNumber#ANY} where the message does not say. */
    public long inPort() {
        return match.of(Field.IN_PORT).map(oxm -> oxm.value().toLong()).orElse(PortNumber.ANY);
    }

    @Override
    public MessageType type() {
        return MessageType.PACKET_IN;
    }

    static PacketIn read(Reader in) {
        long bufferId = in.u32("buffer_id");
        int totalLength = in.u16("total_len");
        if (in.isVersion10()) {
            Match match = Match.of(Field.IN_PORT.is(in.port("in_port")));
            int reason = in.u8("reason");
            in.skip(1, "pad");
            return new PacketIn(bufferId, totalLength, reason, 0, NO_COOKIE, match, in.rest("data"));
        }
        int reason = in.u8("reason");
        int tableId = in.u8("table_id");
        long cookie = in.u64("cookie");
        Match match = Match.read(in);
        in.skip(2, "pad");
        return new PacketIn(bufferId, totalLength, reason, tableId, cookie, match, in.rest("data"));
    }

    void write(Writer out, Version version) {
        out.u32(bufferId);
        out.u16(totalLength);
        if (version == Version.OF10) {
            out.u16(PortNumber.narrow(inPort()));
            out.u8(reason);
            out.zeros(1);
        } else {
            out.u8(reason);
            out.u8(tableId);
            out.u64(cookie);
            match.write(out, version);
            out.zeros(2);
        }
        out.bytes(data);
    }
}

package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The configuration of a switch, OpenFlow 1.5.1 section 7.3.2 (OFPT_GET_CONFIG_REPLY).
 *
 * @param flags an OFPC_FRAG_ number, the handling of IP fragments: 0 normal, 1 drop, 2 reassemble
 * @param missSendLength the number of bytes in a packet-in for a table miss, 0 to 65535; 65535 for the whole packet in
 *     OpenFlow 1.2 and later
 */
public record GetConfigReply(int flags, int missSendLength) implements Message {
    public static final MessageLayout<GetConfigReply> LAYOUT =
            MessageLayout.of(MessageType.GET_CONFIG_REPLY, GetConfigReply.class, GetConfigReply::visit);

    static final Names FRAGMENTS = Names.ofValues("FRAG_NORMAL", "FRAG_DROP", "FRAG_REASM", "FRAG_MASK");

    static GetConfigReply visit(FieldVisitor<GetConfigReply> f) {
        return new GetConfigReply(
                f.as(FRAGMENTS).u16("flags", GetConfigReply::flags),
                f.u16("miss_send_len", GetConfigReply::missSendLength));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

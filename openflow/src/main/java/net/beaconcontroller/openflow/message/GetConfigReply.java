package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A switch's configuration, OpenFlow 1.5.1 section 7.3.2 (OFPT_GET_CONFIG_REPLY).
 *
 * @param flags an OFPC_FRAG_ number, what happens to IP fragments: 0 nothing special, 1 they are dropped, 2 they are
 *     put together
 * @param missSendLength how many bytes of a packet the switch sends with a packet-in that no action asked for, 0 to
 *     65535; 65535 for all, from OpenFlow 1.2 on
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

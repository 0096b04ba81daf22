package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Sets a switch's configuration, OpenFlow 1.5.1 section 7.3.2 (OFPT_SET_CONFIG).
 *
 * @param flags an OFPC_FRAG_ number, what happens to IP fragments: 0 nothing special, 1 they are dropped, 2 they are
 *     put together
 * @param missSendLength how many bytes of a packet the switch sends with a packet-in that no action asked for, 0 to
 *     65535; 65535 for all, from OpenFlow 1.2 on
 */
public record SetConfig(int flags, int missSendLength) implements Message {
    public static final MessageLayout<SetConfig> LAYOUT =
            MessageLayout.of(MessageType.SET_CONFIG, SetConfig.class, SetConfig::visit);

    static SetConfig visit(FieldVisitor<SetConfig> f) {
        return new SetConfig(
                f.as(GetConfigReply.FRAGMENTS).u16("flags", SetConfig::flags),
                f.u16("miss_send_len", SetConfig::missSendLength));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

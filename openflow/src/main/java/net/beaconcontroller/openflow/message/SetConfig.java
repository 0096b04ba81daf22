package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Sets the configuration of a switch, OpenFlow 1.5.1 section 7.3.2 (OFPT_SET_CONFIG).
 *
 * @param flags an OFPC_FRAG_ number, the handling of IP fragments: 0 normal, 1 drop, 2 reassemble
 * @param missSendLength the number of bytes in a packet-in for a table miss, 0 to 65535; 65535 for the whole packet in
 *     OpenFlow 1.2 and later
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

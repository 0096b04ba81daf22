package net.beaconcontroller.openflow;

/**
 * A switch's configuration, OpenFlow 1.3.5 section 7.3.2.
 *
 * @param flags OFPC_FRAG_ bits
 * @param missSendLength how many bytes of a packet the switch sends with a packet-in
 */
public record GetConfigReply(int flags, int missSendLength) implements Message {
    @Override
    public MessageType type() {
        return MessageType.GET_CONFIG_REPLY;
    }

    static GetConfigReply read(Reader in) {
        return new GetConfigReply(in.u16("flags"), in.u16("miss_send_len"));
    }

    void write(Writer out) {
        out.u16(flags);
        out.u16(missSendLength);
    }
}

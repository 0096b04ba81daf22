package net.beaconcontroller.openflow;

/**
 * Sets a switch's configuration, OpenFlow 1.3.5 section 7.3.2.
 *
 * @param flags OFPC_FRAG_ bits
 * @param missSendLength how many bytes of a packet to send with a packet-in; 0xffff for all of it
 */
public record SetConfig(int flags, int missSendLength) implements Message {
    @Override
    public MessageType type() {
        return MessageType.SET_CONFIG;
    }

    static SetConfig read(Reader in) {
        return new SetConfig(in.u16("flags"), in.u16("miss_send_len"));
    }

    void write(Writer out) {
        out.u16(flags);
        out.u16(missSendLength);
    }
}

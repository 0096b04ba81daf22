package net.beaconcontroller.openflow;

/**
 * Sets a switch's configuration, OpenFlow 1.5.1 section 7.3.2.
 *
 * @param flags OFPC_FRAG_ bits: what happens to IP fragments
 * @param missSendLength how many bytes of a packet the switch sends with a packet-in that no action asked for
 */
public record SetConfig(int flags, int missSendLength) implements Message {
    static SetConfig walk(Fields<SetConfig> f) {
        return new SetConfig(
                f.as(GetConfigReply.FRAGMENTS).u16("flags", SetConfig::flags),
                f.u16("miss_send_len", SetConfig::missSendLength));
    }

    @Override
    public String toString() {
        return Text.print(this);
    }
}

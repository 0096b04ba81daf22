package net.beaconcontroller.openflow;

/**
 * A vendor's extension, OpenFlow 1.3.5 section 7.5.5; OFPT_VENDOR in OpenFlow 1.0.
 *
 * @param experimenter the vendor's 32-bit id
 * @param experimenterType what it is to that vendor, 32 bits; in OpenFlow 1.0 there is none, and this is 0
 */
public record Experimenter(long experimenter, long experimenterType, Bytes data) implements Message {
    @Override
    public MessageType type() {
        return MessageType.EXPERIMENTER;
    }

    static Experimenter read(Reader in) {
        return new Experimenter(
                in.u32("experimenter"), in.isVersion10() ? 0 : in.u32("exp_type"), in.rest("experimenter data"));
    }

    void write(Writer out, Version version) {
        out.u32(experimenter);
        if (version != Version.OF10) {
            out.u32(experimenterType);
        }
        out.bytes(data);
    }
}

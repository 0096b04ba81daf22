package net.beaconcontroller.openflow;

/**
 * Who made the switch, OpenFlow 1.3.5 section 7.3.5.1. Texts of at most 255 bytes of UTF-8, the serial number 31.
 *
 * @param datapath what people call this datapath
 */
public record DescReply(String manufacturer, String hardware, String software, String serialNumber, String datapath)
        implements Message {

    private static final int TEXT = 256;
    private static final int SERIAL = 32;

    @Override
    public MessageType type() {
        return MessageType.MULTIPART_REPLY;
    }

    static DescReply read(Reader in) {
        return new DescReply(
                in.text(TEXT, "mfr_desc"),
                in.text(TEXT, "hw_desc"),
                in.text(TEXT, "sw_desc"),
                in.text(SERIAL, "serial_num"),
                in.text(TEXT, "dp_desc"));
    }

    void write(Writer out, Version version) {
        Multipart.write(out, version, Multipart.DESC, false);
        out.text(manufacturer, TEXT);
        out.text(hardware, TEXT);
        out.text(software, TEXT);
        out.text(serialNumber, SERIAL);
        out.text(datapath, TEXT);
    }
}

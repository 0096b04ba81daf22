package net.beaconcontroller.openflow;

/**
 * Who made the switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_DESC). Texts of at most 256 bytes of UTF-8, the serial
 * number 32.
 *
 * @param datapath what people call this datapath
 */
public record Desc(String manufacturer, String hardware, String software, String serialNumber, String datapath)
        implements MultipartReply {

    /** Asks who made the switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_DESC). */
    public record Request() implements MultipartRequest<Desc> {
        @Override
        public String toString() {
            return Text.print(this);
        }
    }

    private static final int TEXT = 256;
    private static final int SERIAL = 32;

    static Desc walk(Fields<Desc> f) {
        return new Desc(
                f.text("mfr_desc", TEXT, Desc::manufacturer),
                f.text("hw_desc", TEXT, Desc::hardware),
                f.text("sw_desc", TEXT, Desc::software),
                f.text("serial_num", SERIAL, Desc::serialNumber),
                f.text("dp_desc", TEXT, Desc::datapath));
    }

    @Override
    public String toString() {
        return Text.print(this);
    }
}

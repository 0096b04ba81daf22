package net.beaconcontroller.openflow.multipart;

import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * The description of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_DESC). Texts have at most 256 bytes of UTF-8, the
 * serial number 32.
 *
 * @param datapath a human-readable description of the datapath
 */
public record SwitchDescription(
        String manufacturer, String hardware, String software, String serialNumber, String datapath)
        implements MultipartReply {
    public static final MessageLayout<SwitchDescription> LAYOUT =
            MessageLayout.ofReply(MultipartType.DESC, SwitchDescription.class, SwitchDescription::visit);

    /** Requests the description of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_DESC). */
    public record Request() implements MultipartRequest<SwitchDescription> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.DESC, new Request(), SwitchDescription.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final int TEXT = 256;
    private static final int SERIAL = 32;

    static SwitchDescription visit(FieldVisitor<SwitchDescription> f) {
        return new SwitchDescription(
                f.text("mfr_desc", TEXT, SwitchDescription::manufacturer),
                f.text("hw_desc", TEXT, SwitchDescription::hardware),
                f.text("sw_desc", TEXT, SwitchDescription::software),
                f.text("serial_num", SERIAL, SwitchDescription::serialNumber),
                f.text("dp_desc", TEXT, SwitchDescription::datapath));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

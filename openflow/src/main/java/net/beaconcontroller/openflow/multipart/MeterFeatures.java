package net.beaconcontroller.openflow.multipart;

import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The meter features of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_FEATURES); OpenFlow 1.3 and later. Numbers
 * are unsigned.
 *
 * @param maxMeters the maximum number of meters, 32 bits
 * @param bandTypes a bit for each supported OFPMBT_ type, such as 2 for DROP
 * @param capabilities OFPMF_ bits, see {@link MeterMod}
 * @param maxBands the maximum number of bands of a meter, 0 to 255
 * @param maxColor the maximum color value, 0 to 255
 * @param features OFPMFF_ bits, the use of {@link Action.ToMeter}: 1 in the action set, 2 at any position of a list, 4
 *     more than once in a list; OpenFlow 1.5, else 0
 */
public record MeterFeatures(
        long maxMeters, long bandTypes, long capabilities, int maxBands, int maxColor, long features)
        implements MultipartReply {
    public static final MessageLayout<MeterFeatures> LAYOUT =
            MessageLayout.ofReply(MultipartType.METER_FEATURES, MeterFeatures.class, MeterFeatures::visit);

    /** Requests the meter features, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_FEATURES); OpenFlow 1.3 and later. */
    public record Request() implements MultipartRequest<MeterFeatures> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.METER_FEATURES, new Request(), MeterFeatures.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final Names BANDS = Names.ofBits(null, "drop", "dscp_remark");
    private static final Names FEATURES = Names.ofBits("ACTION_SET", "ANY_POSITION", "MULTI_LIST");

    static MeterFeatures visit(FieldVisitor<MeterFeatures> f) {
        long maxMeters = f.u32("max_meter", MeterFeatures::maxMeters);
        long bandTypes = f.as(BANDS).u32("band_types", MeterFeatures::bandTypes);
        long capabilities = f.as(Meter.FLAGS).u32("capabilities", MeterFeatures::capabilities);
        int maxBands = f.u8("max_bands", MeterFeatures::maxBands);
        int maxColor = f.u8("max_color", MeterFeatures::maxColor);
        f.pad(2);
        // Open vSwitch 3.1 sends the structure of OpenFlow 1.3 in OpenFlow 1.5.
        boolean hasField = f.since(Version.OF15) && !f.endsEarly();
        long features = hasField
                ? f.as(FEATURES).u32("features", MeterFeatures::features)
                : f.absentLong("features", MeterFeatures::features, 0);
        f.pad(hasField ? 4 : 0);
        return new MeterFeatures(maxMeters, bandTypes, capabilities, maxBands, maxColor, features);
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

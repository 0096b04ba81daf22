package net.beaconcontroller.openflow.structure;

import java.util.List;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A meter and its bands, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_DESC); OpenFlow 1.3 and later, OFPMP_METER_CONFIG in
 * 1.3 and 1.4.
 *
 * @param flags OFPMF_ bits, see {@code MeterMod}
 * @param meterId 1 to 0xffff0000, or a virtual meter from 0xfffffffd on
 */
public record Meter(int flags, long meterId, List<MeterBand> bands) {
    public static final Names FLAGS = Names.ofBits("kbps", "pktps", "burst", "stats");

    public Meter {
        bands = List.copyOf(bands);
    }

    public static Meter visit(FieldVisitor<Meter> f) {
        f.length("length");
        return new Meter(
                f.as(FLAGS).u16("flags", Meter::flags),
                f.u32("meter_id", Meter::meterId),
                f.list("bands", Meter::bands, MeterBand.TYPES));
    }
}

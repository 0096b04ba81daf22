package net.beaconcontroller.openflow.structure;

import java.util.function.ToLongFunction;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The features of a port, OFPPF_ bits, OpenFlow 1.5.1 section 7.2.1.1. In OpenFlow 1.0, the five bits from COPPER on
 * are four positions lower. The undefined bits above them are kept in the four positions between.
 */
public final class Features {
    static final Names NAMES = Names.ofBits(("10MB_HD 10MB_FD 100MB_HD 100MB_FD 1GB_HD 1GB_FD 10GB_FD"
                    + " 40GB_FD 100GB_FD 1TB_FD OTHER COPPER FIBER AUTONEG PAUSE PAUSE_ASYM")
            .split(" "));
    public static final Names OPTICAL = Names.ofBits("RX_TUNE", "TX_TUNE", "TX_PWR", "USE_FREQ");
    private static final Names NAMES_10 = Names.ofBits(
            "10MB_HD 10MB_FD 100MB_HD 100MB_FD 1GB_HD 1GB_FD 10GB_FD COPPER FIBER AUTONEG PAUSE PAUSE_ASYM".split(" "));

    private static final long SAME = 0xffff_007fL;

    private Features() {}

    public static <T> long visit(FieldVisitor<T> f, String name, ToLongFunction<? super T> get) {
        if (!f.is10()) {
            return f.as(NAMES).u32(name, get);
        }
        return from10(f.as(NAMES_10).u32(name, value -> to10(get.applyAsLong(value))));
    }

    private static long from10(long bits) {
        return (bits & SAME) | (bits >> 7 & 0x1f) << 11 | (bits >> 12 & 0xf) << 7;
    }

    private static long to10(long bits) {
        return (bits & SAME) | (bits >> 11 & 0x1f) << 7 | (bits >> 7 & 0xf) << 12;
    }
}

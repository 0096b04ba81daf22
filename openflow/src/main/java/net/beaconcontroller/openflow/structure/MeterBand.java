package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * A band of a meter: how the meter treats packets that exceed a rate, OpenFlow 1.5.1 section 7.3.4 (OFPMBT_); OpenFlow
 * 1.3 and later.
 */
public sealed interface MeterBand {
    /** The types of bands. */
    TypeRegistry<MeterBand> TYPES = TypeRegistry.<MeterBand, Unknown>paddedInside(
                    ErrorCode.BAD_LEN, TypeRegistry.HEADER, Unknown.class, Unknown::visit)
            .with(1, "DROP", Drop.class, Drop::visit)
            .with(2, "DSCP_REMARK", DscpRemark.class, DscpRemark::visit)
            .with(0xffff, "EXPERIMENTER", Experimenter.class, Experimenter::visit);

    /**
     * Drops the packets, OpenFlow 1.5.1 section 7.3.4 (OFPMBT_DROP); OpenFlow 1.3 and later.
     *
     * @param rate in the unit of the meter flags, 32 bits
     * @param burstSize the maximum burst in kbit or packets, 32 bits
     */
    record Drop(long rate, long burstSize) implements MeterBand {
        static Drop visit(FieldVisitor<Drop> f) {
            return new Drop(f.u32("rate", Drop::rate), f.padAfter(f.u32("burst_size", Drop::burstSize), 4));
        }
    }

    /**
     * Increases the drop precedence of the packets, OpenFlow 1.5.1 section 7.3.4 (OFPMBT_DSCP_REMARK); OpenFlow 1.3 and
     * later.
     *
     * @param rate in the unit of the meter flags, 32 bits
     * @param burstSize the maximum burst in kbit or packets, 32 bits
     * @param level the number of levels by which the drop precedence of the DSCP increases, 0 to 255
     */
    record DscpRemark(long rate, long burstSize, int level) implements MeterBand {
        static DscpRemark visit(FieldVisitor<DscpRemark> f) {
            return new DscpRemark(
                    f.u32("rate", DscpRemark::rate),
                    f.u32("burst_size", DscpRemark::burstSize),
                    f.padAfter(f.u8("prec_level", DscpRemark::level), 3));
        }
    }

    /**
     * A band of a vendor, OpenFlow 1.5.1 section 7.3.4 (OFPMBT_EXPERIMENTER); OpenFlow 1.3 and later.
     *
     * @param rate in the unit of the meter flags, 32 bits
     * @param burstSize the maximum burst in kbit or packets, 32 bits
     * @param experimenter the 32-bit experimenter id
     * @param data a multiple of eight bytes, including the padding
     */
    record Experimenter(long rate, long burstSize, long experimenter, Bytes data) implements MeterBand {
        static Experimenter visit(FieldVisitor<Experimenter> f) {
            return new Experimenter(
                    f.u32("rate", Experimenter::rate),
                    f.u32("burst_size", Experimenter::burstSize),
                    f.as(Names.HEX).u32("experimenter", Experimenter::experimenter),
                    f.rest("data", Experimenter::data));
        }
    }

    /**
     * A band of an unknown type, OpenFlow 1.5.1 section 7.3.4; OpenFlow 1.3 and later.
     *
     * @param type the OFPMBT_ number, 16 bits
     * @param data the bytes after the length
     */
    record Unknown(int type, Bytes data) implements MeterBand {
        static Unknown visit(FieldVisitor<Unknown> f) {
            return new Unknown(f.type(Unknown::type), f.rest("data", Unknown::data));
        }
    }
}

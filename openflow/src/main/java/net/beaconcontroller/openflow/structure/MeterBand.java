package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * What a meter does with packets that come faster than a rate, OpenFlow 1.5.1 section 7.3.4 (OFPMBT_); from OpenFlow
 * 1.3 on.
 */
public sealed interface MeterBand {
    /** The types of bands. */
    TypeRegistry<MeterBand> TYPES = TypeRegistry.<MeterBand, Unknown>paddedInside(
                    ErrorCode.BAD_LEN, TypeRegistry.HEADER, Unknown.class, Unknown::visit)
            .with(1, "DROP", Drop.class, Drop::visit)
            .with(2, "DSCP_REMARK", DscpRemark.class, DscpRemark::visit)
            .with(0xffff, "EXPERIMENTER", Experimenter.class, Experimenter::visit);

    /**
     * Drops them, OpenFlow 1.5.1 section 7.3.4 (OFPMBT_DROP); from OpenFlow 1.3 on.
     *
     * @param rate in the unit that the meter's flags say, 32 bits
     * @param burstSize how much may come at once, in that unit without the second, 32 bits
     */
    record Drop(long rate, long burstSize) implements MeterBand {
        static Drop visit(FieldVisitor<Drop> f) {
            long rate = f.u32("rate", Drop::rate);
            long burstSize = f.u32("burst_size", Drop::burstSize);
            f.pad(4);
            return new Drop(rate, burstSize);
        }
    }

    /**
     * Makes them likelier to be dropped later, OpenFlow 1.5.1 section 7.3.4 (OFPMBT_DSCP_REMARK); from OpenFlow 1.3 on.
     *
     * @param rate in the unit that the meter's flags say, 32 bits
     * @param burstSize how much may come at once, in that unit without the second, 32 bits
     * @param level by how many levels the drop precedence of the DSCP goes up, 0 to 255
     */
    record DscpRemark(long rate, long burstSize, int level) implements MeterBand {
        static DscpRemark visit(FieldVisitor<DscpRemark> f) {
            long rate = f.u32("rate", DscpRemark::rate);
            long burstSize = f.u32("burst_size", DscpRemark::burstSize);
            int level = f.u8("prec_level", DscpRemark::level);
            f.pad(3);
            return new DscpRemark(rate, burstSize, level);
        }
    }

    /**
     * Does what a vendor has defined, OpenFlow 1.5.1 section 7.3.4 (OFPMBT_EXPERIMENTER); from OpenFlow 1.3 on.
     *
     * @param rate in the unit that the meter's flags say, 32 bits
     * @param burstSize how much may come at once, in that unit without the second, 32 bits
     * @param experimenter the vendor's 32-bit id
     * @param data up to a multiple of eight bytes
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
     * A band of a type that this library does not know, OpenFlow 1.5.1 section 7.3.4; from OpenFlow 1.3 on.
     *
     * @param type its OFPMBT_ number, 16 bits
     * @param data what follows the length
     */
    record Unknown(int type, Bytes data) implements MeterBand {
        static Unknown visit(FieldVisitor<Unknown> f) {
            return new Unknown(f.type(Unknown::type), f.rest("data", Unknown::data));
        }
    }
}

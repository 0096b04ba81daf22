package net.beaconcontroller.openflow;

/** What a meter does with packets that come faster than a rate, OpenFlow 1.5.1 section 7.3.4.5.1. */
public sealed interface MeterBand {
    /**
     * Drops them.
     *
     * @param rate in the unit that the meter's flags say
     * @param burstSize how much may come at once, in that unit without the second
     */
    record Drop(long rate, long burstSize) implements MeterBand {
        static Drop walk(Fields<Drop> f) {
            long rate = f.u32("rate", Drop::rate);
            long burstSize = f.u32("burst_size", Drop::burstSize);
            f.pad(4);
            return new Drop(rate, burstSize);
        }
    }

    /**
     * Makes them likelier to be dropped later.
     *
     * @param rate in the unit that the meter's flags say
     * @param burstSize how much may come at once, in that unit without the second
     * @param level by how many levels the drop precedence of the DSCP goes up, 0 to 255
     */
    record DscpRemark(long rate, long burstSize, int level) implements MeterBand {
        static DscpRemark walk(Fields<DscpRemark> f) {
            long rate = f.u32("rate", DscpRemark::rate);
            long burstSize = f.u32("burst_size", DscpRemark::burstSize);
            int level = f.u8("prec_level", DscpRemark::level);
            f.pad(3);
            return new DscpRemark(rate, burstSize, level);
        }
    }

    /**
     * Does what a vendor has defined.
     *
     * @param experimenter the vendor's 32-bit id
     * @param data up to a multiple of eight bytes
     */
    record Experimenter(long rate, long burstSize, long experimenter, Bytes data) implements MeterBand {
        static Experimenter walk(Fields<Experimenter> f) {
            return new Experimenter(
                    f.u32("rate", Experimenter::rate),
                    f.u32("burst_size", Experimenter::burstSize),
                    f.as(Names.HEX).u32("experimenter", Experimenter::experimenter),
                    f.rest("data", Experimenter::data));
        }
    }

    /**
     * Of a type that this library does not know.
     *
     * @param type its number
     * @param data what follows the length
     */
    record Unknown(int type, Bytes data) implements MeterBand {
        static Unknown walk(Fields<Unknown> f) {
            return new Unknown(f.type(Unknown::type), f.rest("data", Unknown::data));
        }
    }
}

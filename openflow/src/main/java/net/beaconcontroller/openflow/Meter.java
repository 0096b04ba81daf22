package net.beaconcontroller.openflow;

import java.util.List;

/**
 * A meter and its bands, OpenFlow 1.5.1 section 7.3.5.14; OFPMP_METER_CONFIG in OpenFlow 1.3 and 1.4.
 *
 * @param flags OFPMF_ bits, see {@link MeterMod}
 */
public record Meter(int flags, long meterId, List<MeterBand> bands) {
    /** Asks for a meter and its bands, or all with {@link MeterMod#ALL}. */
    public record Request(long meterId) implements MultipartRequest<Reply> {
        static Request walk(Fields<Request> f) {
            long meterId = f.u32("meter_id", Request::meterId);
            f.pad(4);
            return new Request(meterId);
        }

        @Override
        public String toString() {
            return Text.print(this);
        }
    }

    /** The meters. */
    public record Reply(List<Meter> meters) implements MultipartReply {
        public Reply {
            meters = List.copyOf(meters);
        }

        static Reply walk(Fields<Reply> f) {
            return new Reply(f.list("meters", Reply::meters, Meter::walk));
        }

        @Override
        public String toString() {
            return Text.print(this);
        }
    }

    public Meter {
        bands = List.copyOf(bands);
    }

    static Meter walk(Fields<Meter> f) {
        f.length("length");
        return new Meter(
                f.as(MeterMod.FLAGS).u16("flags", Meter::flags),
                f.u32("meter_id", Meter::meterId),
                f.list("bands", Meter::bands, MeterMod.BANDS));
    }
}

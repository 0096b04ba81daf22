package net.beaconcontroller.openflow;

import java.util.List;

/**
 * A meter and its bands, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_DESC); from OpenFlow 1.3 on, OFPMP_METER_CONFIG in
 * 1.3 and 1.4.
 *
 * @param flags OFPMF_ bits, see {@link MeterMod}
 * @param meterId 1 to 0xffff0000, or a virtual one from 0xfffffffd on
 */
public record Meter(int flags, long meterId, List<MeterBand> bands) {
    /**
     * Asks for meters and their bands, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_DESC); from OpenFlow 1.3 on.
     *
     * @param meterId which meter; {@link MeterMod#ALL} for all
     */
    public record Request(long meterId) implements MultipartRequest<Reply> {
        static Request visit(FieldVisitor<Request> f) {
            long meterId = f.u32("meter_id", Request::meterId);
            f.pad(4);
            return new Request(meterId);
        }

        @Override
        public String toString() {
            return MessagePrinter.print(this);
        }
    }

    /** The meters and their bands, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_DESC); from OpenFlow 1.3 on. */
    public record Reply(List<Meter> meters) implements MultipartReply {
        public Reply {
            meters = List.copyOf(meters);
        }

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(f.list("meters", Reply::meters, Meter::visit));
        }

        @Override
        public String toString() {
            return MessagePrinter.print(this);
        }
    }

    public Meter {
        bands = List.copyOf(bands);
    }

    static Meter visit(FieldVisitor<Meter> f) {
        f.length("length");
        return new Meter(
                f.as(MeterMod.FLAGS).u16("flags", Meter::flags),
                f.u32("meter_id", Meter::meterId),
                f.list("bands", Meter::bands, MeterMod.BANDS));
    }
}

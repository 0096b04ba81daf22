package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * The statistics of a meter, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_STATS); OpenFlow 1.3 and later. Counts are
 * unsigned 64-bit numbers; all bits set for unsupported counts.
 *
 * @param meterId 1 to 0xffff0000, or a virtual meter from 0xfffffffd on
 * @param references the number of flows that use the meter, 32 bits; in OpenFlow 1.5 of all users
 * @param packets packets that the meter processed
 * @param bytes bytes that the meter processed
 * @param durationSeconds the age of the meter, 32 bits
 * @param durationNanos nanoseconds beyond the seconds
 * @param bands the statistics of the bands, in their order
 */
public record MeterStats(
        long meterId,
        long references,
        long packets,
        long bytes,
        long durationSeconds,
        long durationNanos,
        List<BandCounter> bands) {

    /**
     * The statistics of a band, unsigned 64-bit numbers, OpenFlow 1.5.1 section 7.3.5 (ofp_meter_band_stats); OpenFlow
     * 1.3 and later.
     */
    public record BandCounter(long packets, long bytes) {
        static BandCounter visit(FieldVisitor<BandCounter> f) {
            return new BandCounter(
                    f.u64("packet_band_count", BandCounter::packets), f.u64("byte_band_count", BandCounter::bytes));
        }
    }

    /**
     * Requests the statistics of meters, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_STATS); OpenFlow 1.3 and later.
     *
     * @param meterId the requested meter; {@link MeterMod#ALL} for all
     */
    public record Request(long meterId) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.METER,
                Request.class,
                f -> new Request(f.padAfter(f.u32("meter_id", Request::meterId), 4)),
                Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The statistics of the meters, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_STATS); OpenFlow 1.3 and later. */
    public record Reply(List<MeterStats> meters) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.METER, Reply.class, "meters", Reply::meters, MeterStats::visit, Reply::new);

        public Reply {
            meters = List.copyOf(meters);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    public MeterStats {
        bands = List.copyOf(bands);
    }

    static MeterStats visit(FieldVisitor<MeterStats> f) {
        long meterId = f.u32("meter_id", MeterStats::meterId);
        f.length("len");
        f.pad(6);
        return new MeterStats(
                meterId,
                f.u32(f.since(Version.OF15) ? "ref_count" : "flow_count", MeterStats::references),
                f.u64("packet_in_count", MeterStats::packets),
                f.u64("byte_in_count", MeterStats::bytes),
                f.u32("duration_sec", MeterStats::durationSeconds),
                f.u32("duration_nsec", MeterStats::durationNanos),
                f.list("band_stats", MeterStats::bands, BandCounter::visit));
    }
}

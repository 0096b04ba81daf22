package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The statistics of a group, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_STATS); OpenFlow 1.1 and later. Counts are
 * unsigned 64-bit numbers; all bits set for unsupported counts.
 *
 * @param groupId 0 to 0xffffff00
 * @param references the number of flows and groups that use the group, 32 bits
 * @param durationSeconds the age of the group, 32 bits; all bits set before OpenFlow 1.3
 * @param durationNanos nanoseconds beyond the seconds; all bits set before OpenFlow 1.3
 * @param buckets the statistics of the buckets, in their order
 */
public record GroupStats(
        long groupId,
        long references,
        long packets,
        long bytes,
        long durationSeconds,
        long durationNanos,
        List<BucketCounter> buckets) {

    /**
     * The statistics of a bucket, unsigned 64-bit numbers, OpenFlow 1.5.1 section 7.3.5 (ofp_bucket_counter); OpenFlow
     * 1.1 and later.
     */
    public record BucketCounter(long packets, long bytes) {
        static BucketCounter visit(FieldVisitor<BucketCounter> f) {
            return new BucketCounter(
                    f.u64("packet_count", BucketCounter::packets), f.u64("byte_count", BucketCounter::bytes));
        }
    }

    /**
     * Requests the statistics of groups, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_STATS); OpenFlow 1.1 and later.
     *
     * @param groupId 0 to 0xffffff00; {@link GroupNumber#ALL} for all
     */
    public record Request(long groupId) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.GROUP,
                Request.class,
                f -> new Request(f.padAfter(f.as(Names.GROUP).u32("group_id", Request::groupId), 4)),
                Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The statistics of the groups, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_STATS); OpenFlow 1.1 and later. */
    public record Reply(List<GroupStats> groups) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.GROUP, Reply.class, "groups", Reply::groups, GroupStats::visit, Reply::new);

        public Reply {
            groups = List.copyOf(groups);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final long UNKNOWN_DURATION = 0xffffffffL;

    public GroupStats {
        buckets = List.copyOf(buckets);
    }

    static GroupStats visit(FieldVisitor<GroupStats> f) {
        f.length("length");
        f.pad(2);
        return new GroupStats(
                f.as(Names.GROUP).u32("group_id", GroupStats::groupId),
                f.padAfter(f.u32("ref_count", GroupStats::references), 4),
                f.u64("packet_count", GroupStats::packets),
                f.u64("byte_count", GroupStats::bytes),
                f.u32Since(Version.OF13, "duration_sec", GroupStats::durationSeconds, UNKNOWN_DURATION),
                f.u32Since(Version.OF13, "duration_nsec", GroupStats::durationNanos, UNKNOWN_DURATION),
                f.list("bucket_stats", GroupStats::buckets, BucketCounter::visit));
    }
}

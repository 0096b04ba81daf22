package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * What a group has counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_STATS); from OpenFlow 1.1 on. Counts are unsigned
 * numbers of 64 bits; all ones for what is not counted.
 *
 * @param groupId 0 to 0xffffff00
 * @param references how many flows and groups use it, 32 bits
 * @param durationSeconds how long the group has been there, 32 bits; all ones before OpenFlow 1.3, which does not tell
 * @param durationNanos the rest of it, below a second; all ones before OpenFlow 1.3
 * @param buckets what each of its buckets has counted, in their order
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
     * What a bucket has counted, unsigned numbers of 64 bits: OpenFlow 1.5.1 section 7.3.5 (ofp_bucket_counter); from
     * OpenFlow 1.1 on.
     */
    public record BucketCounter(long packets, long bytes) {
        static BucketCounter visit(FieldVisitor<BucketCounter> f) {
            return new BucketCounter(
                    f.u64("packet_count", BucketCounter::packets), f.u64("byte_count", BucketCounter::bytes));
        }
    }

    /**
     * Asks what groups have counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_STATS); from OpenFlow 1.1 on.
     *
     * @param groupId 0 to 0xffffff00; {@link GroupNumber#ALL} for all
     */
    public record Request(long groupId) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.GROUP, Request.class, Request::visit, Reply.class);

        static Request visit(FieldVisitor<Request> f) {
            long groupId = f.as(Names.GROUP).u32("group_id", Request::groupId);
            f.pad(4);
            return new Request(groupId);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** What the groups have counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_STATS); from OpenFlow 1.1 on. */
    public record Reply(List<GroupStats> groups) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT =
                MessageLayout.ofReply(MultipartType.GROUP, Reply.class, Reply::visit);

        public Reply {
            groups = List.copyOf(groups);
        }

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(f.list("groups", Reply::groups, GroupStats::visit));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final long UNTOLD = 0xffffffffL;

    public GroupStats {
        buckets = List.copyOf(buckets);
    }

    static GroupStats visit(FieldVisitor<GroupStats> f) {
        f.length("length");
        f.pad(2);
        long groupId = f.as(Names.GROUP).u32("group_id", GroupStats::groupId);
        long references = f.u32("ref_count", GroupStats::references);
        f.pad(4);
        boolean told = f.since(Version.OF13);
        return new GroupStats(
                groupId,
                references,
                f.u64("packet_count", GroupStats::packets),
                f.u64("byte_count", GroupStats::bytes),
                told
                        ? f.u32("duration_sec", GroupStats::durationSeconds)
                        : f.absentLong("duration_sec", GroupStats::durationSeconds, UNTOLD),
                told
                        ? f.u32("duration_nsec", GroupStats::durationNanos)
                        : f.absentLong("duration_nsec", GroupStats::durationNanos, UNTOLD),
                f.list("bucket_stats", GroupStats::buckets, BucketCounter::visit));
    }
}

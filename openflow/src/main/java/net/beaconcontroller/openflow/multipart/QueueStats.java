package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.PropertyTypes;
import net.beaconcontroller.openflow.structure.Queue;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The statistics of a queue, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_STATS). Counts are unsigned 64-bit numbers; all
 * bits set for unsupported counts.
 *
 * @param port the port of the queue
 * @param queueId the number of the queue, 32 bits, unique within the port
 * @param sentErrors packets dropped because of an overrun
 * @param durationSeconds the age of the queue, 32 bits; all bits set before OpenFlow 1.3
 * @param durationNanos nanoseconds beyond the seconds; all bits set before OpenFlow 1.3
 * @param properties OpenFlow 1.4 and later
 */
public record QueueStats(
        long port,
        long queueId,
        long sentBytes,
        long sentPackets,
        long sentErrors,
        long durationSeconds,
        long durationNanos,
        List<Property> properties) {

    /**
     * Requests the statistics of queues, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_STATS).
     *
     * @param port see {@link PortNumber}; ANY for all
     * @param queueId {@link Queue#ALL} for all
     */
    public record Request(long port, long queueId) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.QUEUE, Request.class, Request::visit, Reply.LAYOUT);

        static Request visit(FieldVisitor<Request> f) {
            return new Request(
                    f.padAfter(f.port("port_no", Request::port), f.is10() ? 2 : 0),
                    f.u32("queue_id", Request::queueId));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The statistics of the queues, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_STATS). */
    public record Reply(List<QueueStats> queues) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.QUEUE, Reply.class, "queues", Reply::queues, QueueStats::visit, Reply::new);

        public Reply {
            queues = List.copyOf(queues);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final long UNKNOWN_DURATION = 0xffffffffL;

    private static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create();

    public QueueStats {
        properties = List.copyOf(properties);
    }

    static QueueStats visit(FieldVisitor<QueueStats> f) {
        boolean hasProperties = f.since(Version.OF14);
        if (hasProperties) {
            f.length("length");
            f.pad(6);
        }
        long port = f.port("port_no", QueueStats::port);
        f.pad(f.is10() ? 2 : 0);
        return new QueueStats(
                port,
                f.u32("queue_id", QueueStats::queueId),
                f.u64("tx_bytes", QueueStats::sentBytes),
                f.u64("tx_packets", QueueStats::sentPackets),
                f.u64("tx_errors", QueueStats::sentErrors),
                f.u32Since(Version.OF13, "duration_sec", QueueStats::durationSeconds, UNKNOWN_DURATION),
                f.u32Since(Version.OF13, "duration_nsec", QueueStats::durationNanos, UNKNOWN_DURATION),
                f.listSince(Version.OF14, "properties", QueueStats::properties, PROPERTIES));
    }
}

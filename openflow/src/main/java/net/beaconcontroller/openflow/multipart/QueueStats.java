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
 * What a port's queue has counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_STATS). Counts are unsigned numbers of 64
 * bits; all ones for what is not counted.
 *
 * @param port the port it belongs to
 * @param queueId its number, 32 bits, of the port's own
 * @param sentErrors packets that were dropped because there was too much
 * @param durationSeconds how long the queue has been there, 32 bits; all ones before OpenFlow 1.3, which does not tell
 * @param durationNanos the rest of it, below a second; all ones before OpenFlow 1.3
 * @param properties what else is counted; from OpenFlow 1.4 on
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
     * Asks what queues have counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_STATS).
     *
     * @param port see {@link PortNumber}; ANY for all
     * @param queueId {@link Queue#ALL} for all
     */
    public record Request(long port, long queueId) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.QUEUE, Request.class, Request::visit, Reply.class);

        static Request visit(FieldVisitor<Request> f) {
            long port = f.port("port_no", Request::port);
            f.pad(f.is10() ? 2 : 0);
            return new Request(port, f.u32("queue_id", Request::queueId));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** What the queues have counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_STATS). */
    public record Reply(List<QueueStats> queues) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT =
                MessageLayout.ofReply(MultipartType.QUEUE, Reply.class, Reply::visit);

        public Reply {
            queues = List.copyOf(queues);
        }

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(f.list("queues", Reply::queues, QueueStats::visit));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final long UNTOLD = 0xffffffffL;

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
        boolean told = f.since(Version.OF13);
        return new QueueStats(
                port,
                f.u32("queue_id", QueueStats::queueId),
                f.u64("tx_bytes", QueueStats::sentBytes),
                f.u64("tx_packets", QueueStats::sentPackets),
                f.u64("tx_errors", QueueStats::sentErrors),
                told
                        ? f.u32("duration_sec", QueueStats::durationSeconds)
                        : f.absentLong("duration_sec", QueueStats::durationSeconds, UNTOLD),
                told
                        ? f.u32("duration_nsec", QueueStats::durationNanos)
                        : f.absentLong("duration_nsec", QueueStats::durationNanos, UNTOLD),
                hasProperties
                        ? f.list("properties", QueueStats::properties, PROPERTIES)
                        : f.absentValue("properties", QueueStats::properties, List.of()));
    }
}

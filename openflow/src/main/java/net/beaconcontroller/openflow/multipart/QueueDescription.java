package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.QueueConfigReply;
import net.beaconcontroller.openflow.message.QueueConfigRequest;
import net.beaconcontroller.openflow.structure.Queue;

/** The description of queues, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_DESC); OpenFlow 1.4 and later. */
public final class QueueDescription {
    private QueueDescription() {}

    /**
     * Requests the configuration of queues, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_DESC); OpenFlow 1.4 and later,
     * {@link QueueConfigRequest} earlier.
     *
     * @param port see {@link PortNumber}; ANY for all
     * @param queueId {@link Queue#ALL} for all
     */
    public record Request(long port, long queueId) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.QUEUE_DESC,
                Request.class,
                f -> new Request(f.port("port_no", Request::port), f.u32("queue_id", Request::queueId)),
                Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /**
     * The configuration of the queues, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_DESC); OpenFlow 1.4 and later, {@link
     * QueueConfigReply} earlier.
     */
    public record Reply(List<Queue> queues) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.QUEUE_DESC, Reply.class, "queues", Reply::queues, Queue::visit, Reply::new);

        public Reply {
            queues = List.copyOf(queues);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }
}

package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.Queue;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * The queues of a port, OpenFlow 1.3.5 section 7.3.6 (OFPT_QUEUE_GET_CONFIG_REPLY); OpenFlow 1.0 to 1.3, {@code
 * QueueDescription.Reply} later.
 *
 * @param port the port of the request
 */
public record QueueConfigReply(long port, List<Queue> queues) implements Message {
    public static final MessageLayout<QueueConfigReply> LAYOUT =
            MessageLayout.of(MessageType.QUEUE_GET_CONFIG_REPLY, QueueConfigReply.class, QueueConfigReply::visit);

    public QueueConfigReply {
        queues = List.copyOf(queues);
    }

    static QueueConfigReply visit(FieldVisitor<QueueConfigReply> f) {
        return new QueueConfigReply(
                f.padAfter(f.port("port", QueueConfigReply::port), f.is10() ? 6 : 4),
                f.list("queues", QueueConfigReply::queues, Queue::visitConfig));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;

/**
 * Requests the queues of a port, OpenFlow 1.3.5 section 7.3.6 (OFPT_QUEUE_GET_CONFIG_REQUEST); OpenFlow 1.0 to 1.3,
 * {@code QueueDescription.Request} later.
 *
 * @param port see {@link PortNumber}; ANY for all
 */
public record QueueConfigRequest(long port) implements Request<QueueConfigReply> {
    public static final MessageLayout<QueueConfigRequest> LAYOUT = MessageLayout.ofRequest(
            MessageType.QUEUE_GET_CONFIG_REQUEST,
            QueueConfigRequest.class,
            f -> new QueueConfigRequest(f.padAfter(f.port("port", QueueConfigRequest::port), f.is10() ? 2 : 4)),
            QueueConfigReply.LAYOUT);

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}

package net.beaconcontroller.openflow;

/**
 * A message that is answered by one of another type with the same transaction id, OpenFlow 1.5.1 sections 7.3 and 7.5.
 *
 * @param <R> the answer
 */
public sealed interface Request<R extends Message> extends Message
        permits EchoRequest,
                FeaturesRequest,
                GetConfigRequest,
                BarrierRequest,
                QueueConfigRequest,
                RoleRequest,
                GetAsyncRequest,
                MultipartRequest {

    /** What the answer is. */
    Class<R> replyType();
}

package net.beaconcontroller.openflow.multipart;

import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.Request;

/**
 * A request for information about the switch, OpenFlow 1.5.1 section 7.3.5 (OFPT_MULTIPART_REQUEST); OFPT_STATS_REQUEST
 * before OpenFlow 1.3. {@link MultipartType} lists the types and the versions that have them.
 *
 * @param <R> the reply, with its parts joined
 */
public interface MultipartRequest<R extends MultipartReply> extends Request<R> {}

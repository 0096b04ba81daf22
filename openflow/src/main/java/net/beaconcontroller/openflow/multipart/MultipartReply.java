package net.beaconcontroller.openflow.multipart;

import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.Message;

/**
 * The reply to a {@link MultipartRequest}, or one part of it, OpenFlow 1.5.1 section 7.3.5 (OFPT_MULTIPART_REPLY);
 * OFPT_STATS_REPLY before OpenFlow 1.3. {@link MultipartType} lists the types and the versions that have them.
 */
public interface MultipartReply extends Message {}

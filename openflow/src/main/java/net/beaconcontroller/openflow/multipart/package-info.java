/**
 * The multipart requests and replies, OpenFlow 1.5.1 section 7.3.5. Start reading at {@link
 * net.beaconcontroller.openflow.multipart.MultipartRequest}; {@link net.beaconcontroller.openflow.multipart.GroupStats}
 * is a complete example.
 */
@NullMarked
package net.beaconcontroller.openflow.multipart;

import org.jspecify.annotations.NullMarked;

/**
 * The messages, apart from the multipart messages: immutable records with the terms of OpenFlow 1.3 and later, the same
 * for all versions. Start reading at {@link net.beaconcontroller.openflow.message.Message}; {@link
 * net.beaconcontroller.openflow.message.GroupMod} is an example of a layout that depends on the version.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>A message has no version, transaction id or multipart flags.</b> They belong to the connection, and an {@link
 * Envelope} around the message has them. So the same message can be sent to any switch, and the parts of a multipart
 * reply are joined without a copy of the message.
 * <li><b>Bytes without a meaning are in the envelope</b> ({@code Envelope.ignored}): padding that is not zero, and
 * values that are wildcarded in OpenFlow 1.0. Two messages with the same meaning are equal, and a message that is
 * relayed keeps its bytes.
 * <li><b>OpenFlow 1.0 is translated to the terms of later versions.</b> A value that 1.0 cannot express is refused when
 * the message is encoded, on the thread of the caller.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.openflow.message;

import org.jspecify.annotations.NullMarked;

/**
 * The messages, apart from the multipart messages: immutable records with the terms of OpenFlow 1.3 and later, the same
 * for all versions. Start reading at {@link net.beaconcontroller.openflow.message.Message}; {@link
 * net.beaconcontroller.openflow.message.GroupMod} is an example of a layout that depends on the version.
 */
@NullMarked
package net.beaconcontroller.openflow.message;

import org.jspecify.annotations.NullMarked;

/**
 * Decoding and encoding of messages of all versions. Start reading at {@link
 * net.beaconcontroller.openflow.codec.Messages}.
 */
@NullMarked
package net.beaconcontroller.openflow.codec;

import org.jspecify.annotations.NullMarked;

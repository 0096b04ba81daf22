/**
 * {@code beacon decode}: OpenFlow messages from hex text or from a capture, as text or JSON. Start reading at {@link
 * net.beaconcontroller.decode.DecodeCommand}.
 */
@NullMarked
package net.beaconcontroller.decode;

import org.jspecify.annotations.NullMarked;

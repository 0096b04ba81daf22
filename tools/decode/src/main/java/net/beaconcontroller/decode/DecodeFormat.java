package net.beaconcontroller.decode;

import net.beaconcontroller.openflow.message.Envelope;
import org.jspecify.annotations.Nullable;

/** An output format: one line per message or error, without terminal control characters. */
interface DecodeFormat {
    /**
     * Returns the line of a message.
     *
     * @param origin the origin in a capture; null for other input
     */
    String message(@Nullable CaptureOrigin origin, Envelope envelope);

    /**
     * Returns the line of a decode error.
     *
     * @param origin the origin in a capture; null outside a connection
     */
    String error(@Nullable CaptureOrigin origin, DecodeError error);
}

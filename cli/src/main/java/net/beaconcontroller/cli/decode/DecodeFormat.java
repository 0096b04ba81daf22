package net.beaconcontroller.cli.decode;

import net.beaconcontroller.openflow.message.Envelope;
import org.jspecify.annotations.Nullable;

/** How what was decoded is written: each in one line, and nothing in it that a terminal obeys. */
interface DecodeFormat {
    /**
     * The line for a message.
     *
     * @param origin null if it does not come from a capture
     */
    String message(@Nullable CaptureOrigin origin, Envelope envelope);

    /**
     * The line for what could not be decoded.
     *
     * @param origin null if it does not come from a connection in a capture
     */
    String mistake(@Nullable CaptureOrigin origin, DecodeError mistake);
}

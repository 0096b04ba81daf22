package net.beaconcontroller.emulator.spec;

import java.io.Serial;

/** What a person asked of an emulated network cannot be; the message says what was asked, and what would be right. */
public final class NetworkException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public NetworkException(String message) {
        super(message);
    }
}

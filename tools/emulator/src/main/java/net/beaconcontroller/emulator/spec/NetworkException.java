package net.beaconcontroller.emulator.spec;

import java.io.Serial;

/** An invalid request to an emulated network. The message states the refused value and the valid ones. */
public final class NetworkException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public NetworkException(String message) {
        super(message);
    }
}

package net.beaconcontroller.emulator.datapath;

import net.beaconcontroller.openflow.ErrorCode;

/** A request that the switch refuses with an error message and without effect. */
final class RequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode errorCode;

    RequestException(ErrorCode errorCode, String reason) {
        // Without a stack trace, as a controller can cause any number of these exceptions.
        super(reason, null, false, false);
        this.errorCode = errorCode;
    }

    ErrorCode errorCode() {
        return errorCode;
    }
}

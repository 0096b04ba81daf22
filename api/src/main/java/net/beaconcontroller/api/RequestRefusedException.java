package net.beaconcontroller.api;

import net.beaconcontroller.openflow.ErrorMessage;

/** A switch answered a request with an error. */
public final class RequestRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ErrorMessage error;

    public RequestRefusedException(ErrorMessage error) {
        super("the switch refused the request: error type=%d code=%d".formatted(error.errorType(), error.code()));
        this.error = error;
    }

    public ErrorMessage error() {
        return error;
    }
}

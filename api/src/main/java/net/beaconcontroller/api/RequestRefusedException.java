package net.beaconcontroller.api;

import net.beaconcontroller.openflow.message.ErrorMessage;

/** Thrown when a switch answers a request with an error (OFPT_ERROR, OpenFlow 1.5.1 section 7.5.4). */
public final class RequestRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ErrorMessage error;

    /**
     * Creates an exception.
     *
     * @param error the switch's answer
     */
    public RequestRefusedException(ErrorMessage error) {
        super("the switch refused the request: error type=%d code=%d".formatted(error.errorType(), error.code()));
        this.error = error;
    }

    /** Returns the switch's answer. */
    public ErrorMessage error() {
        return error;
    }
}

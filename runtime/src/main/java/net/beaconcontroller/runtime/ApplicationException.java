package net.beaconcontroller.runtime;

/** Thrown when an application cannot be installed, started or stopped. The message has the operation and the cause. */
public class ApplicationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ApplicationException(String message) {
        super(message);
    }

    public ApplicationException(String message, Throwable cause) {
        super(message, cause);
    }
}

package net.beaconcontroller.runtime;

/** Something cannot be done with an application; the message says what and why. */
public final class ApplicationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ApplicationException(String message) {
        super(message);
    }

    public ApplicationException(String message, Throwable cause) {
        super(message, cause);
    }
}

package net.beaconcontroller.console;

/** Thrown when an option is invalid. The message names the option, its value and the valid values. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}

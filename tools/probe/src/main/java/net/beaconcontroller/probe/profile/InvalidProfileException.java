package net.beaconcontroller.probe.profile;

/** A profile or its saved results are invalid. The message names the file, the line or key, and the valid values. */
public final class InvalidProfileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidProfileException(String message) {
        super(message);
    }
}

package net.beaconcontroller.runtime;

/** Thrown for wrong settings. The message has a line for each: the key, the value, its origin and the valid values. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SettingsException(String message) {
        super(message);
    }
}

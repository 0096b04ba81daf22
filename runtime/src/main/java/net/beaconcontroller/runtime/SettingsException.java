package net.beaconcontroller.runtime;

/** The settings are wrong. The message says which, the value, where it comes from and what would be right, a line each. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SettingsException(String message) {
        super(message);
    }
}

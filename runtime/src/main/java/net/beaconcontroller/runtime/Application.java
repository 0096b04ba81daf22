package net.beaconcontroller.runtime;

/**
 * An application that is installed.
 *
 * @param name its bundle's symbolic name
 */
public record Application(String name, String version, State state) {

    /** What becomes of it. */
    public enum State {
        STOPPED,
        STARTED
    }
}

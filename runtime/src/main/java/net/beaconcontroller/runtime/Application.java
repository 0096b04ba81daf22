package net.beaconcontroller.runtime;

/**
 * An installed application.
 *
 * @param name the symbolic name of its bundle
 * @param version the version of its bundle
 */
public record Application(String name, String version, State state) {

    /** The state of an application. */
    public enum State {
        STOPPED,
        STARTED
    }
}

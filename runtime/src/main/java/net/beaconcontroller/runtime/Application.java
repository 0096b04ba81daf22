package net.beaconcontroller.runtime;

import java.util.List;

/**
 * An installed application at one moment.
 *
 * @param name the symbolic name of its bundle
 * @param version the version of its bundle
 * @param reason why the application is in this state, in words; empty if it runs or is stopped as wished
 * @param origin where it comes from: "built in", a path, or a URL
 * @param services the names of the services that it provides, without their packages
 * @param needs the services and packages that it needs of other applications
 * @param neededBy the names of the applications that need it
 * @param hanging the starts and stops of its present and earlier versions that have not returned within the time limit,
 *     with their threads, in words
 */
public record Application(
        String name,
        String version,
        State state,
        String reason,
        String origin,
        List<String> services,
        List<Need> needs,
        List<String> neededBy,
        List<String> hanging) {

    /** The state of an application. */
    public enum State {
        /** Stopped, or never started. */
        STOPPED,
        RUNNING,
        /** Started; it runs as soon as another application provides its needs. */
        WAITING,
        /** It does not run because of an error, or its start or stop has not returned. */
        FAILED
    }

    /** The kinds of what one application needs of another. */
    public enum Kind {
        PACKAGE,
        SERVICE
    }

    /**
     * Something that an application needs of another.
     *
     * @param name the name of the package, or of the service without its package
     * @param provider the application that has it, or the empty string if none has
     */
    public record Need(Kind kind, String name, String provider) {}
}

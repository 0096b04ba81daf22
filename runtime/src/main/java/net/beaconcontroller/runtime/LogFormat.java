package net.beaconcontroller.runtime;

/** The form of the lines of the log. */
public enum LogFormat {
    /** For people. */
    TEXT,
    /** A JSON object for each line, for programs that collect logs. */
    JSON,
    /**
     * For a journal that adds the time: each line begins with a priority in angle brackets, see sd-daemon(3), and has
     * neither the time nor the level.
     */
    JOURNAL
}

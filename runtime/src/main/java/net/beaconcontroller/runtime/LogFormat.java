package net.beaconcontroller.runtime;

/** The form of the lines of the log. */
public enum LogFormat {
    /** For people. */
    TEXT,
    /** A JSON object for each line, for programs that collect logs. */
    JSON
}

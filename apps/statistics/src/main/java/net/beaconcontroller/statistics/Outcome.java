package net.beaconcontroller.statistics;

/** What became of a request for statistics. */
public enum Outcome {
    /** The switch has replied. */
    REPLIED,
    /** The switch has answered with an error. */
    REFUSED,
    /** The switch has not replied in time. */
    TIMED_OUT,
    /** The connection has closed, or too much output waited for the switch. */
    FAILED
}

package net.beaconcontroller.emulator.host;

/** How a TCP stream ended. */
public enum StreamOutcome {
    /** The receiver acknowledged all bytes, and the connection was closed. */
    COMPLETE,
    /** The receiver reset the connection. */
    REFUSED,
    /** The receiver acknowledged nothing until the timeout. */
    TIMED_OUT
}

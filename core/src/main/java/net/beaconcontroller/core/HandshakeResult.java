package net.beaconcontroller.core;

/** The result of the handshake with a switch. */
public enum HandshakeResult {
    /** The switch became active. */
    COMPLETED,
    /** The connection was closed before. */
    FAILED
}

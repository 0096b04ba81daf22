package net.beaconcontroller.core.session;

/** The result of the handshake with a switch. */
public enum HandshakeResult {
    /** The switch became active, standby or watched. */
    COMPLETED,
    /** The connection became an auxiliary connection of a switch. */
    AUXILIARY,
    /** The connection was closed before. */
    FAILED
}

package net.beaconcontroller.core;

import java.net.SocketAddress;

/** The connection as seen by its {@link Session}. For the session's executor. */
interface ConnectionHandle {
    SocketAddress remoteAddress();

    /** Writes the output buffer to the socket at the end of this iteration of the event loop. */
    void flushLater();

    /** Closes the connection. The reason is logged. */
    void close(String reason);
}

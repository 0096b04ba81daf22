package net.beaconcontroller.core.io;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import net.beaconcontroller.io.ByteTransport;

/** Where connections come from: a socket that switches connect to, or a switch that the controller connects to. */
interface ConnectionSource {
    /**
     * Returns the transport of a connected, non-blocking channel.
     *
     * @param resume called by the transport, on any thread, when it can continue although the selector sees no change
     */
    ByteTransport transport(SocketChannel channel, Runnable resume) throws IOException;

    /** Called when a connection of this source was closed, on any thread. */
    default void closed() {}
}

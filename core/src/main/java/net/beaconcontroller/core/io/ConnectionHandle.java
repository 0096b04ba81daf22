package net.beaconcontroller.core.io;

import java.net.SocketAddress;
import java.util.Optional;
import net.beaconcontroller.io.tls.TlsTransport;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FeaturesReply;

/** The connection as seen by its {@link InboundHandler}. For the handler's executor. */
public interface ConnectionHandle {
    SocketAddress remoteAddress();

    /** Returns the transport with TLS; empty if the connection has none. Safe for use by any thread. */
    default Optional<TlsTransport> tls() {
        return Optional.empty();
    }

    /** Writes the output buffer to the socket at the end of this iteration of the event loop. */
    void flushLater();

    /** Returns the output that waits, which other threads add to. */
    OutputBacklog backlog();

    /**
     * Called before messages of other threads, which the backlog counts, are moved from their queue to the output
     * buffer: with {@code io.write=immediate}, that writes them at once.
     */
    void dequeuing(int length);

    /**
     * Returns whether the backlog has space for a message that is not a reply. Before that, writes the output if there
     * is much.
     */
    boolean admits();

    /** Continues to handle received bytes when the output buffer is no longer blocked. */
    void resume();

    /**
     * Makes this the main connection of a switch, to which {@link AuxiliaryConnections} may belong.
     *
     * @param version the negotiated version
     */
    default void becomeMain(long datapathId, Version version) {}

    /**
     * Makes this an auxiliary connection of the switch with this features reply, or returns the reason why it is
     * refused. {@link InboundHandler#serve} follows.
     *
     * @param version the negotiated version
     */
    default Optional<String> becomeAuxiliary(FeaturesReply features, Version version) {
        return Optional.of("not supported");
    }

    /** Returns the number of auxiliary connections of this main connection. Safe for use by any thread. */
    default int auxiliaryConnections() {
        return 0;
    }

    /** Replaces the handler. Not while it receives bytes. */
    void setHandler(InboundHandler next);

    /** Closes the connection. The reason is logged. */
    void close(String reason);
}

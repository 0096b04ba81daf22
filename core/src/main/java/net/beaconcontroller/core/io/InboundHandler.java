package net.beaconcontroller.core.io;

import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.core.pipeline.SerialExecutor;

/**
 * The handler of the bytes and events of a {@link Connection}: its session. Methods are called on the connection's
 * loop, unless they say otherwise. {@link Object#toString} returns the name of the switch for logs, on any thread.
 */
public interface InboundHandler {
    /** Creates the handlers of connections. */
    @FunctionalInterface
    interface Factory {
        /**
         * Creates a handler.
         *
         * @param out the buffer for its output
         * @param executor runs its tasks
         */
        InboundHandler open(ConnectionHandle connection, OutputBuffer out, SerialExecutor executor);
    }

    /** Called when the connection is open. */
    void start();

    /**
     * Handles the complete messages between two indexes of an array.
     *
     * @return the index after the last handled message
     */
    int receive(byte[] bytes, int from, int to);

    /** Returns whether the handler accepts no more bytes until it has called {@link Connection#resume}. */
    boolean isFull();

    /**
     * Called when the peer accepts output while reading is paused. As nothing is read from the peer then, this is its
     * only sign of life.
     */
    void drained();

    /** Informs listeners of the switch that were added since the last call. */
    void introduce();

    /** Returns the number of the latest {@link PipelineSnapshot} whose listeners all know the switch. */
    long introducedTo();

    /** Handles the messages of this auxiliary connection from now on for the handler of the main connection. */
    void serve(InboundHandler main);

    /** Sends what waits and closes the connection. Safe for use by any thread. */
    void disconnect(String reason);

    /** Called when the connection is closed. */
    void closed(String reason);
}

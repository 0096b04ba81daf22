package net.beaconcontroller.core;

/** The handler of the bytes and events of a {@link Connection}. All methods are called on the connection's loop. */
interface InboundHandler {
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

    /** Called when the connection is closed. */
    void closed(String reason);
}

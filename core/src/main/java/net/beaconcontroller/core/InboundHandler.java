package net.beaconcontroller.core;

/** What takes the messages that a connection reads: the session itself, or what stands between. On the connection's loop. */
interface InboundHandler {
    /** The connection is there. */
    void start();

    /** Takes in the complete messages that are in these bytes; returns where it stopped. */
    int receive(byte[] bytes, int from, int to);

    /** Whether it takes no more, until it calls {@link Connection#resume}. */
    boolean isFull();

    /** The peer, from which nothing is read as it took too little, has taken some: so it lives. */
    void drained();

    /** The connection is closed. */
    void closed(String reason);
}

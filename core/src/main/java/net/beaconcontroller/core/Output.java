package net.beaconcontroller.core;

import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Writer;

/** What waits to be written to a switch; counts the messages. */
final class Output extends Writer {
    final Counters counters = new Counters();
    private final Runnable written;

    /**
     * Begins empty.
     *
     * @param written is run whenever a message is complete, on the thread that wrote it
     */
    Output(int capacity, Runnable written) {
        super(capacity);
        this.written = written;
    }

    /** Appends a message that was encoded elsewhere. */
    void appendMessage(byte[] message) {
        append(message);
        committed(Header.type(message, 0));
    }

    /** Drops the content, and the memory it is in. */
    void release() {
        discard(length());
        trim(0);
    }

    @Override
    protected void committed(int type) {
        counters.countSent(type);
        written.run();
    }
}

package net.beaconcontroller.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records the lines of a logger until it is closed. */
final class RecordedLog extends Handler implements AutoCloseable {
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Logger logger;

    RecordedLog(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
    }

    Queue<LogRecord> records() {
        return records;
    }

    /** Returns whether a message that contains a text was logged. */
    boolean contains(String text) {
        return records.stream().anyMatch(logged -> logged.getMessage().contains(text));
    }

    @Override
    public void publish(LogRecord logged) {
        records.add(logged);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}

package net.beaconcontroller.web;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which a request arrives too slowly, so that they do not take the places of others. Jetty limits
 * the time in which nothing arrives, and the rate of bodies, but a client could send the header byte by byte. Safe for
 * use by several threads.
 */
final class SlowConnections extends AbstractLifeCycle implements Connection.Listener {
    private final Scheduler scheduler;
    private final long periodMillis;
    private final long minBytesPerSecond;
    private final Map<Connection, Progress> connections = new ConcurrentHashMap<>();

    /** The counters of a connection at a check, and whether the connection was too slow before that check. */
    private record Progress(long bytesIn, long messagesIn, long messagesOut, boolean isSlow) {
        static Progress start(Connection connection) {
            return new Progress(
                    connection.getBytesIn(), connection.getMessagesIn(), connection.getMessagesOut(), false);
        }

        /** A connection is too slow if a part of a request has arrived, but less than there should be. */
        Progress next(Connection connection, long minBytes) {
            Progress now = start(connection);
            long bytes = now.bytesIn - bytesIn;
            boolean slow =
                    bytes > 0 && bytes < minBytes && now.messagesIn == messagesIn && now.messagesOut == messagesOut;
            return new Progress(now.bytesIn, now.messagesIn, now.messagesOut, slow);
        }
    }

    SlowConnections(Scheduler scheduler, long periodMillis, long minBytesPerSecond) {
        this.scheduler = scheduler;
        this.periodMillis = periodMillis;
        this.minBytesPerSecond = minBytesPerSecond;
    }

    @Override
    protected void doStart() {
        schedule();
    }

    private void schedule() {
        scheduler.schedule(this::check, periodMillis, TimeUnit.MILLISECONDS);
    }

    private void check() {
        connections.replaceAll((connection, before) -> {
            Progress now = before.next(connection, minBytesPerSecond * periodMillis / 1000);
            // Not at the first time, as a check may come between the arrival of a short request and its count.
            if (before.isSlow && now.isSlow) {
                connection.close();
            }
            return now;
        });
        if (isRunning()) {
            schedule();
        }
    }

    @Override
    public void onOpened(Connection connection) {
        connections.put(connection, Progress.start(connection));
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection);
    }
}

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

    /** What a connection has received and answered until the last check. */
    private record Progress(long bytesIn, long messagesIn, long messagesOut) {
        static Progress of(Connection connection) {
            return new Progress(connection.getBytesIn(), connection.getMessagesIn(), connection.getMessagesOut());
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
            Progress now = Progress.of(connection);
            if (isSlow(before, now)) {
                connection.close();
            }
            return now;
        });
        if (isRunning()) {
            schedule();
        }
    }

    /** Returns whether a part of a request has arrived since the last check, but less than there should be. */
    private boolean isSlow(Progress before, Progress now) {
        long bytes = now.bytesIn - before.bytesIn;
        return bytes > 0
                && bytes < minBytesPerSecond * periodMillis / 1000
                && now.messagesIn == before.messagesIn
                && now.messagesOut == before.messagesOut;
    }

    @Override
    public void onOpened(Connection connection) {
        connections.put(connection, Progress.of(connection));
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection);
    }
}

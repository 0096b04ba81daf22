package net.beaconcontroller.core.io;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Assigns new connections to the loops in turn (round robin), except to loops that a listener blocks. Thread-safe.
 */
public final class ConnectionOpener {
    /** A loop that has been handling one event for so long gets no new connections. */
    public static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final ConnectionLimits limits;
    private final List<Loop> loops;
    private int next;

    public ConnectionOpener(ConnectionLimits limits, List<Loop> loops) {
        this.limits = limits;
        this.loops = loops;
    }

    /** Opens a connection, or closes the channel if there are too many or the controller has stopped. */
    void open(SocketChannel channel, ConnectionSource source) throws IOException {
        if (!limits.tryOpen()) {
            channel.close();
            source.closed();
            return;
        }
        Loop loop = nextLoop();
        if (!loop.execute(() -> loop.open(channel, source))) {
            limits.closed();
            channel.close();
            source.closed();
        }
    }

    private synchronized Loop nextLoop() {
        for (int i = 0; i < loops.size(); i++) {
            next = (next + 1) % loops.size();
            if (loops.get(next).currentBusyNanos() < BLOCKED_NANOS) {
                break;
            }
        }
        return loops.get(next);
    }
}

package net.beaconcontroller.core;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stops handling messages of a switch while another one, to which a message of this switch has caused output, is
 * congested. For the executor of the switch that waits.
 */
final class ProducerPause {
    /** The interval of checks whether the other switch is still congested. */
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final SerialExecutor executor;
    private final ConnectionHandle connection;
    private final OutputBuffer out;
    /** The output of the other switch while this one waits. */
    private @Nullable OutputBacklog awaited;

    private long awaitedSince;

    ProducerPause(SerialExecutor executor, ConnectionHandle connection, OutputBuffer out) {
        this.executor = executor;
        this.connection = connection;
        this.out = out;
    }

    /** Called when a message of this switch has caused output to a switch. */
    void causedOutput(OutputBacklog other) {
        long since = other.congestedSince();
        if (awaited == null && since != OutputBacklog.NEVER) {
            awaited = other;
            awaitedSince = since;
            out.setBlocked(true);
            executor.schedule(CHECK_NANOS, this::check);
        }
    }

    private void check() {
        if (awaited != null && awaited.isToBeAwaited(awaitedSince)) {
            executor.schedule(CHECK_NANOS, this::check);
        } else {
            awaited = null;
            out.setBlocked(false);
            connection.resume();
        }
    }
}

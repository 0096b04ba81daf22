package net.beaconcontroller.core.session;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.io.OutputBacklog;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Stops handling messages of a switch while another one, to which a message of this switch has caused output, is
 * congested. For the executor of the switch that waits.
 */
final class ProducerPause {
    /** The interval of checks whether the other switch is still congested. */
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final SerialExecutor executor;
    private final OutputBuffer out;
    private final Runnable resume;
    private final Time time;
    /** The output of the other switch while this one waits. */
    private @Nullable OutputBacklog awaited;

    private long pausedAt;

    /** @param resume continues to handle messages when the output buffer is no longer blocked */
    ProducerPause(SerialExecutor executor, OutputBuffer out, Runnable resume, Time time) {
        this.executor = executor;
        this.out = out;
        this.resume = resume;
        this.time = time;
    }

    /** Called when a message of this switch has caused output to a switch. */
    void causedOutput(OutputBacklog other) {
        if (awaited == null && other.isToBeAwaited()) {
            awaited = other;
            pausedAt = time.nanos();
            out.setBlocked(true);
            executor.schedule(CHECK_NANOS, this::check);
        }
    }

    private void check() {
        // Other switches may cause one congestion after the other.
        boolean isOver = time.nanos() - pausedAt > OutputBacklog.STUCK_NANOS;
        if (awaited != null && awaited.isToBeAwaited() && !isOver) {
            executor.schedule(CHECK_NANOS, this::check);
        } else {
            awaited = null;
            out.setBlocked(false);
            resume.run();
        }
    }
}

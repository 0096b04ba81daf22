package net.beaconcontroller.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.io.OutputBacklog;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.ListenerThread;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import org.junit.jupiter.api.Test;

class ProducerPauseTest {
    private static final int CONGESTED_AT = ControllerOptions.Limits.DEFAULT.pauseReadingAt();

    /** Runs timers when the test asks for it. */
    private static final class ManualExecutor extends SerialExecutor {
        final Deque<Runnable> timers = new ArrayDeque<>();

        @Override
        public boolean isCurrentThread() {
            return true;
        }

        @Override
        public ListenerThread thread() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable task) {
            timers.add(task);
            return () -> timers.remove(task);
        }

        @Override
        public boolean scheduleNext() {
            throw new UnsupportedOperationException();
        }
    }

    private final ManualExecutor executor = new ManualExecutor();
    private final AtomicInteger resumed = new AtomicInteger();
    private final ProducerPause pause =
            new ProducerPause(executor, new OutputBuffer(1 << 16, null), resumed::incrementAndGet, Time.system());
    private final OutputBacklog other = new OutputBacklog(ControllerOptions.Limits.DEFAULT, Time.system());

    @Test
    void aSwitchWaitsUntilTheOtherIsNoLongerCongested() {
        other.queue(CONGESTED_AT);
        pause.causedOutput(other);
        executor.timers.remove().run();
        assertThat(resumed).hasValue(0);
        other.dequeued(1, 0);
        executor.timers.remove().run();
        assertThat(resumed).hasValue(1);
        assertThat(executor.timers).isEmpty();
    }

    @Test
    void aSwitchAlsoWaitsForACongestionThatItsMessageCausesAfterAnother() {
        other.queue(CONGESTED_AT);
        pause.causedOutput(other);
        other.dequeued(CONGESTED_AT, 0);
        other.queue(CONGESTED_AT);
        pause.causedOutput(other);
        executor.timers.remove().run();
        assertThat(resumed).hasValue(0);
    }

    @Test
    void aSwitchDoesNotWaitForOneWhoseConnectionIsClosed() {
        other.queue(CONGESTED_AT);
        pause.causedOutput(other);
        other.close();
        executor.timers.remove().run();
        assertThat(resumed).hasValue(1);
    }

    @Test
    void aSwitchDoesNotWaitForOneThatIsNotCongested() {
        other.queue(CONGESTED_AT - 1);
        pause.causedOutput(other);
        assertThat(executor.timers).isEmpty();
    }
}

package net.beaconcontroller.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import net.beaconcontroller.api.concurrent.Threads;
import org.junit.jupiter.api.Test;

/** Changes of the pipelines while a listener does not return. */
class PipelineRegistryTest {
    private static final Duration ADOPTION_TIME = Duration.ofMillis(300);

    /** A thread that runs its tasks when the test says so. */
    private static final class StubThread extends ListenerThread {
        final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

        StubThread() {
            super(Threads.system());
        }

        @Override
        public boolean execute(Runnable task) {
            return tasks.add(task);
        }

        @Override
        public long nowNanos() {
            return 0;
        }

        @Override
        public void adopt(PipelineSnapshot snapshot) {
            pipelines = snapshot;
        }

        void runAll() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
    }

    private final StubThread thread = new StubThread();
    private final PipelineRegistry pipelines =
            new PipelineRegistry(new ListenerOrder(List.of()), () -> List.of(thread), ADOPTION_TIME);

    private Duration change() {
        long begin = System.nanoTime();
        pipelines.replace("application", Set.of(), Map.of());
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void aThreadThatIsBlockedIsWaitedForOnceUntilItAdoptsAgain() {
        assertThat(change()).isGreaterThanOrEqualTo(ADOPTION_TIME);
        for (int i = 0; i < 10; i++) {
            assertThat(change()).isLessThan(ADOPTION_TIME);
        }
        thread.runAll();
        assertThat(change()).isGreaterThanOrEqualTo(ADOPTION_TIME);
        assertThat(thread.pipelines.number).isEqualTo(11);
    }
}

package net.beaconcontroller.api.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    private static final long WAIT_MILLIS = TimeUnit.SECONDS.toMillis(60);
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @Test
    void bindsAThreadBeforeItsFirstStepAndEndsItAfterItsLast() throws InterruptedException {
        ThreadHandle thread = Threads.system().newThread("steps", new Steps() {
            @Override
            public void bind() {
                calls.add("bind");
            }

            @Override
            public long step() {
                calls.add("step");
                return calls.size() < 3 ? 0 : END;
            }

            @Override
            public void end() {
                calls.add("end");
            }
        });
        thread.start();
        assertThat(thread.join(WAIT_MILLIS)).isTrue();
        assertThat(calls).containsExactly("bind", "step", "step", "end");
    }

    @Test
    void wakesAThreadThatWaitsOrIsAboutToWait() throws InterruptedException {
        var steps = new AtomicInteger();
        ThreadHandle thread =
                Threads.system().newThread("waiting", () -> steps.incrementAndGet() < 2 ? HOUR_NANOS : Steps.END);
        thread.start();
        thread.wake();
        assertThat(thread.join(WAIT_MILLIS)).isTrue();
    }

    @Test
    void knowsWhetherTheCallerRunsOnTheThread() throws InterruptedException {
        var handles = new CopyOnWriteArrayList<ThreadHandle>();
        ThreadHandle thread = Threads.system()
                .newBlockingThread(
                        "blocking", () -> calls.add("" + handles.getFirst().isCurrent()));
        handles.add(thread);
        assertThat(thread.join(0)).as("join before the start").isTrue();
        thread.start();
        assertThat(thread.join(WAIT_MILLIS)).isTrue();
        assertThat(calls).containsExactly("true");
        assertThat(thread.isCurrent()).isFalse();
    }
}

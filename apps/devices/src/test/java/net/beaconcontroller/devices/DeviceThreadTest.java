package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceThreadTest {
    private final Timers timers = new Timers();
    private final DeviceThread thread = new DeviceThread(timers);
    private final List<Integer> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        thread.close();
    }

    @Test
    void runsTasksInTheirOrderAndGoesOnWhenOneFails() {
        thread.start();
        thread.put(() -> done.add(1));
        thread.put(() -> {
            throw new IllegalStateException("on purpose");
        });
        thread.put(() -> done.add(2));
        thread.awaitTurn();
        assertThat(done).containsExactly(1, 2);
    }

    @Test
    void sleepsOnAfterATaskInterruptedIt() {
        var sleeper = new AtomicReference<Thread>();
        thread.start();
        thread.put(() -> {
            sleeper.set(Thread.currentThread());
            Thread.currentThread().interrupt();
        });
        await().until(() -> {
            Thread found = sleeper.get();
            return found != null && found.getState() == Thread.State.TIMED_WAITING;
        });
    }

    @Test
    void runsTimersInTheirOrderWhenTheyAreDue() {
        long now = System.nanoTime();
        timers.at(now + TimeUnit.MILLISECONDS.toNanos(40), () -> done.add(2));
        timers.at(now + TimeUnit.MILLISECONDS.toNanos(20), () -> done.add(1));
        timers.cancel(timers.at(now, () -> done.add(3)));
        thread.start();
        await().until(() -> done.size() == 2);
        assertThat(done).containsExactly(1, 2);
    }

    @Test
    void takesOnlySoMuchThatHostsCanCauseAndAllElse() {
        thread.start();
        var busy = new CountDownLatch(1);
        thread.put(() -> awaitUninterruptibly(busy));
        int taken = 0;
        while (thread.offer(() -> {})) {
            taken++;
        }
        assertThat(taken).isBetween(DeviceThread.MOST_WAITING - 1, DeviceThread.MOST_WAITING);
        thread.put(() -> done.add(1));
        busy.countDown();
        await().until(() -> done.size() == 1);
        assertThat(thread.offer(() -> {})).isTrue();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

package net.beaconcontroller.simulator.schedule;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a simulated world: a virtual thread that only the {@link Scheduler} continues. So it may block as other
 * threads do, and no other runs until then.
 */
public final class Actor implements ThreadHandle {
    private final Scheduler scheduler;
    private final int number;
    private final Thread thread;
    private final List<Thread> joining = new ArrayList<>();
    private @Nullable Runnable continuation;
    private boolean hasStarted;
    private boolean hasEnded;

    Actor(Scheduler scheduler, String name, Runnable task) {
        this.scheduler = scheduler;
        this.number = scheduler.nextNumber();
        this.thread = VirtualThreads.unstarted(name, () -> run(task), this::ready);
    }

    /** Makes virtual threads whose continuations an executor gets. The JDK has them for its own tests. */
    private static final class VirtualThreads {
        private static final Constructor<?> BUILDER = builder();

        private static Constructor<?> builder() {
            try {
                Constructor<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                        .getDeclaredConstructor(Executor.class);
                builder.setAccessible(true);
                return builder;
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new UnsupportedOperationException(
                        "needs a JDK 25 that is run with --add-opens java.base/java.lang=ALL-UNNAMED: " + e, e);
            }
        }

        static Thread unstarted(String name, Runnable task, Executor scheduler) {
            try {
                return ((Thread.Builder.OfVirtual) BUILDER.newInstance(scheduler))
                        .name(name)
                        .unstarted(task);
            } catch (ReflectiveOperationException e) {
                throw new UnsupportedOperationException(e);
            }
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            scheduler.failed(this, e);
        } finally {
            hasEnded = true;
            scheduler.remove(this);
            joining.forEach(LockSupport::unpark);
        }
    }

    private void ready(Runnable next) {
        continuation = next;
        scheduler.ready(this);
    }

    /** Continues the thread until it waits. For the scheduler. */
    void resume() {
        Runnable next = continuation;
        if (next == null) {
            throw new IllegalStateException(this + " cannot continue");
        }
        continuation = null;
        next.run();
    }

    /** Returns the number of the actor in the order in which they were created. */
    int number() {
        return number;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    Thread thread() {
        return thread;
    }

    @Override
    public void start() {
        hasStarted = true;
        scheduler.add(this);
        thread.start();
    }

    @Override
    public String name() {
        return thread.getName();
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public void interrupt() {
        thread.interrupt();
    }

    /** Waits until {@link #wake} is called, for a time at most. For the actor itself. It may return earlier. */
    public void await(long nanos) {
        Cancellable timer =
                nanos == Long.MAX_VALUE ? Cancellable.NONE : scheduler.at(scheduler.nowNanos() + nanos, this::wake);
        LockSupport.park();
        timer.cancel();
    }

    @Override
    public boolean join(long timeoutMillis) throws InterruptedException {
        Actor caller = scheduler.current();
        long end = scheduler.nowNanos() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        joining.add(caller.thread);
        try {
            while (hasStarted && !hasEnded && scheduler.nowNanos() < end) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                caller.await(end - scheduler.nowNanos());
            }
        } finally {
            joining.remove(caller.thread);
        }
        return !hasStarted || hasEnded;
    }

    @Override
    public StackTraceElement[] stackTrace() {
        return thread.getStackTrace();
    }

    @Override
    public String toString() {
        return thread.getName();
    }
}

package net.beaconcontroller.api.concurrent;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Threads of the JDK: daemon platform threads for steps, virtual threads for tasks that may block. */
final class SystemThreads implements Threads {
    static final Threads INSTANCE = new SystemThreads();

    private SystemThreads() {}

    private record Handle(Thread thread) implements ThreadHandle {
        @Override
        public void start() {
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

        @Override
        public boolean join(long timeoutMillis) throws InterruptedException {
            return thread.getState() == Thread.State.NEW || thread.join(Duration.ofMillis(timeoutMillis));
        }

        @Override
        public StackTraceElement[] stackTrace() {
            return thread.getStackTrace();
        }
    }

    @Override
    public Time time() {
        return Time.system();
    }

    @Override
    public ThreadHandle newThread(String name, Steps steps) {
        return new Handle(Thread.ofPlatform().name(name).daemon().unstarted(() -> run(steps)));
    }

    private static void run(Steps steps) {
        steps.bind();
        try {
            for (long nanos = steps.step(); nanos != Steps.END; nanos = steps.step()) {
                if (nanos > 0) {
                    // A step may have interrupted this thread, and an interrupted thread does not park.
                    var _ = Thread.interrupted();
                    LockSupport.parkNanos(steps, nanos);
                }
            }
        } finally {
            steps.end();
        }
    }

    @Override
    public ThreadHandle newBlockingThread(String name, Runnable task) {
        return new Handle(Thread.ofVirtual().name(name).unstarted(task));
    }

    @Override
    public ExecutorService newBlockingExecutor(String name) {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(name + "-", 0).factory());
    }

    @Override
    public void after(Duration delay, Runnable task) {
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS).execute(task);
    }
}

package net.beaconcontroller.core.pipeline;

import java.util.concurrent.atomic.LongAdder;

/**
 * The failures and the time of one listener, or of the tasks of an application. Failures are counted by any thread, the
 * time by {@link ApplicationMonitor}.
 */
public final class CallStatistics {
    private final int id;
    private final ApplicationAccount account;
    private final String code;
    private final LongAdder failures = new LongAdder();

    /** The time in the current period, by thread. For the monitor. */
    private final long[] nanos;

    private volatile double share;

    /** The time on all threads. */
    private final LongAdder totalNanos = new LongAdder();

    /**
     * Creates statistics.
     *
     * @param code the code that is called, in words
     * @param threads the number of threads that call listeners
     */
    CallStatistics(int id, ApplicationAccount account, String code, int threads) {
        this.id = id;
        this.account = account;
        this.code = code;
        this.nanos = new long[threads];
    }

    /** Returns the number that identifies this object in {@link CurrentCall}. */
    public int id() {
        return id;
    }

    public ApplicationAccount account() {
        return account;
    }

    /** Returns the code that is called, in words. */
    String code() {
        return code;
    }

    /** Counts and logs an exception that the listener has thrown on a message or an event of a switch. */
    public void failed(ServedSwitch sw, Object listener, Throwable cause) {
        account.failed(
                this,
                sw,
                "listener %s failed on a message of switch %s".formatted(ApplicationAccount.className(listener), sw),
                cause);
    }

    void countFailure() {
        failures.increment();
    }

    long failures() {
        return failures.sum();
    }

    /** Returns the share of the time of the thread that it takes most of, 0 to 1, in the last period. */
    double share() {
        return share;
    }

    /** Returns the time on all threads. */
    long totalNanos() {
        return totalNanos.sum();
    }

    /** Adds time on a thread. For the monitor. */
    void add(int thread, long duration) {
        nanos[thread] += duration;
        totalNanos.add(duration);
    }

    /** Ends a period. For the monitor. */
    void endPeriod(long duration) {
        long most = 0;
        for (int i = 0; i < nanos.length; i++) {
            most = Math.max(most, nanos[i]);
            nanos[i] = 0;
        }
        share = (double) most / duration;
    }
}

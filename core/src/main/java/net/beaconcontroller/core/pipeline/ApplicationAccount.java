package net.beaconcontroller.core.pipeline;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;
import org.jspecify.annotations.Nullable;

/**
 * The failures, the time on the loops and the pending registrations of one application, from its start to its end.
 * Thread-safe, except where a method is for the monitor.
 */
public final class ApplicationAccount {
    private static final int LOG_LINES_PER_SECOND = 10;

    private final String name;
    private final CallStatistics total;
    private final CallStatistics tasks;
    private final LongAdder failuresOfAll;
    private final RateLimitedLog log;
    private final Set<Registration> pending = Collections.synchronizedSet(new LinkedHashSet<>());
    private volatile boolean ended;
    private volatile @Nullable String quarantine;
    private volatile long longestCallNanos;
    private final LongAdder slowCalls = new LongAdder();

    /** The failures since the start of the window, of each switch that is served. */
    private final Map<ServedSwitch, LongAdder> failuresBySwitch = new ConcurrentHashMap<>();
    /** The switches that are connected and not served any more, because of the failures that they have caused. */
    private final Set<ServedSwitch> unserved = ConcurrentHashMap.newKeySet();
    /** The failures that switches have caused which are not served any more. */
    private final LongAdder excused = new LongAdder();

    /** The failures at the start of the window, without those that are excused. */
    private volatile long failuresBefore;

    /** The number of periods in a row with too large a share of loop time. For the monitor. */
    private volatile int periodsAboveBound;

    /**
     * Creates an account.
     *
     * @param taskId identifies the tasks of the application in {@link CurrentCall}
     * @param threadCount the number of threads that call listeners
     * @param failuresOfAll counts the failures of all applications
     */
    public ApplicationAccount(String name, int taskId, int threadCount, LongAdder failuresOfAll, Threads threads) {
        this.name = name;
        this.total = new CallStatistics(CurrentCall.NONE, this, "listener or task", threadCount);
        this.tasks = new CallStatistics(taskId, this, "task", threadCount);
        this.log = new RateLimitedLog(
                System.getLogger(ApplicationAccount.class.getPackageName()), LOG_LINES_PER_SECOND, threads);
        this.failuresOfAll = failuresOfAll;
    }

    public String name() {
        return name;
    }

    /** Returns the statistics of the listeners and tasks together. */
    CallStatistics total() {
        return total;
    }

    /** Returns the statistics of the tasks. */
    public CallStatistics tasks() {
        return tasks;
    }

    /**
     * Counts and logs an exception of the application, with at most ten log lines a second.
     *
     * @param sw the switch for which the application was called; null for none
     */
    public void failed(CallStatistics origin, @Nullable ServedSwitch sw, String what, Throwable cause) {
        if (sw != null) {
            countFailureOf(sw);
        }
        origin.countFailure();
        total.countFailure();
        failuresOfAll.increment();
        log.log(Level.ERROR, "application %s: %s".formatted(name, what), cause);
    }

    private void countFailureOf(ServedSwitch sw) {
        if (unserved.contains(sw)) {
            excused.increment();
        } else if (sw.isConnected()) {
            failuresBySwitch.computeIfAbsent(sw, _ -> new LongAdder()).increment();
        }
    }

    /** Returns the name of an object's class; for a lambda expression, of the class that contains it. */
    public static String className(Object object) {
        String className = object.getClass().getName();
        int lambda = className.indexOf("$$Lambda");
        return lambda < 0 ? className : className.substring(0, lambda);
    }

    /** Returns whether the application's code may run: it has neither ended nor is it quarantined. */
    public boolean isActive() {
        return !ended && quarantine == null;
    }

    void setQuarantine(String reason) {
        quarantine = reason;
    }

    /** Ends the quarantine, and returns whether there was one. */
    public boolean endQuarantine() {
        boolean was = quarantine != null;
        startWindow();
        periodsAboveBound = 0;
        quarantine = null;
        return was;
    }

    /** Remembers something to close when the application ends, until {@link #forget}. */
    public void remember(Registration open) {
        pending.add(open);
        if (ended) {
            open.close();
        }
    }

    public void forget(Registration closed) {
        pending.remove(closed);
    }

    /** Ends the application: none of its tasks starts any more, and its timers and requests are closed. */
    public void end() {
        ended = true;
        List.copyOf(pending).forEach(Registration::close);
    }

    ApplicationHealth health() {
        return new ApplicationHealth(
                name,
                total.failures(),
                Duration.ofNanos(total.totalNanos()),
                total.share(),
                Duration.ofNanos(longestCallNanos),
                slowCalls.sum(),
                Optional.ofNullable(quarantine),
                unserved.stream().map(ServedSwitch::datapathId).sorted().toList());
    }

    // For the monitor

    /** Records that a call has lasted this long so far. */
    void lasted(long nanos) {
        longestCallNanos = Math.max(longestCallNanos, nanos);
    }

    /** Counts a call that lasts longer than {@code isolation.slow-call}. */
    void countSlowCall() {
        slowCalls.increment();
    }

    /** Returns the failures since the start of the window, without those of switches that are not served. */
    long failuresInWindow() {
        return total.failures() - excused.sum() - failuresBefore;
    }

    void startWindow() {
        failuresBySwitch.clear();
        failuresBefore = total.failures() - excused.sum();
    }

    /**
     * Returns the switches that have caused three quarters of the failures since the start of the window. Returns none
     * if these and the switches that are not served are more than a given number.
     */
    List<ServedSwitch> causes(int most) {
        long needed = failuresInWindow() * 3 / 4;
        List<Map.Entry<ServedSwitch, Long>> ordered = failuresBySwitch.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), entry.getValue().sum()))
                .sorted(Map.Entry.<ServedSwitch, Long>comparingByValue().reversed())
                .toList();
        var causes = new ArrayList<ServedSwitch>();
        long sum = 0;
        for (int i = 0; i < ordered.size() && sum < needed; i++) {
            causes.add(ordered.get(i).getKey());
            sum += ordered.get(i).getValue();
        }
        return sum >= needed && causes.size() + unserved.size() <= most ? causes : List.of();
    }

    /** Ends the service for a switch. Its failures do not count for the bound. */
    public void stopServing(ServedSwitch sw) {
        unserved.add(sw);
        LongAdder failures = failuresBySwitch.remove(sw);
        if (failures != null) {
            excused.add(failures.sum());
        }
    }

    /** Returns whether the application serves a switch. */
    boolean serves(ServedSwitch sw) {
        return !unserved.contains(sw);
    }

    /** Called when the connection of a switch is closed. */
    public void closed(ServedSwitch sw) {
        unserved.remove(sw);
        failuresBySwitch.remove(sw);
    }

    /** Records whether the share of the last period is above the bound, and returns for how many periods in a row. */
    int countPeriodAboveBound(boolean above) {
        periodsAboveBound = above ? periodsAboveBound + 1 : 0;
        return periodsAboveBound;
    }
}

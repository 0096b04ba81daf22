package net.beaconcontroller.core.pipeline;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Steps;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.options.ControllerOptions;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of the applications, and a thread that measures which application's code the loops are executing. Some
 * hundred times a second it reads the {@link CurrentCall} of each loop, and attributes the time since the last sample
 * to the call that it finds. So the loops read no clock, and a call that does not return is noticed while it lasts. An
 * application that exceeds a bound of {@link ControllerOptions.Isolation} is reported to be quarantined.
 *
 * <p>All methods may be called by any thread; sampling and checking run on the monitor's thread.
 */
public final class ApplicationMonitor {
    private static final System.Logger LOG = System.getLogger(ApplicationMonitor.class.getName());
    /** The name under which the controller registers listeners of its own, which are not quarantined. */
    public static final String OWN_LISTENERS = "controller";

    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long IDLE_SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long IDLE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The most time that one sample counts for, so that a suspended process or machine looks like no long call. */
    private static final long MAX_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The number of periods over which failures are counted and the share of loop time must exceed its bound. */
    private static final int WINDOW_PERIODS = 10;

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final List<? extends ListenerThread> threads;
    private final ControllerOptions.Isolation bounds;
    private final long slowNanos;
    private final Threads factory;
    private final RateLimitedLog log;
    private final BiConsumer<ApplicationAccount, String> quarantine;
    private final IntSupplier activeSwitches;

    /**
     * The accounts by name, by the class loader of the application. Two versions of an application have different
     * loaders. The map does not keep the classes of an application loaded.
     */
    private final Map<@Nullable ClassLoader, Map<String, ApplicationAccount>> byLoader = new WeakHashMap<>();

    /** The accounts in {@link #byLoader}. */
    private volatile List<ApplicationAccount> accounts = List.of();

    private final Map<Integer, CallStatistics> targets = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger(CurrentCall.NONE);
    private final LongAdder failures = new LongAdder();
    private final ApplicationAccount unknown;
    private final ThreadHandle thread;
    private volatile Function<Class<?>, Optional<String>> applicationOf = _ -> Optional.empty();
    private volatile boolean closed;

    // Of the last sample, by thread
    private final int[] calls;

    private final int[] targetIds;
    private final long[] lastingNanos;
    private final @Nullable SlowCallEvent[] slowCalls;

    private long sampledNanos;
    private long idleNanos;
    private long periodNanos;
    private int periods;

    /**
     * Creates a monitor.
     *
     * @param threads the threads whose calls are measured
     * @param quarantine called on the monitor's thread with an application that exceeds a bound, and the reason
     * @param activeSwitches returns the number of active switches
     * @param factory makes the monitor's thread
     */
    public ApplicationMonitor(
            List<? extends ListenerThread> threads,
            ControllerOptions.Isolation bounds,
            BiConsumer<ApplicationAccount, String> quarantine,
            IntSupplier activeSwitches,
            Threads factory) {
        this.threads = threads;
        this.factory = factory;
        this.log = new RateLimitedLog(LOG, 1, factory);
        this.thread = factory.newThread("beacon-monitor", this::step);
        this.sampledNanos = factory.time().nanos();
        this.bounds = bounds;
        this.slowNanos = bounds.slowCall().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.quarantine = quarantine;
        this.activeSwitches = activeSwitches;
        this.calls = new int[threads.size()];
        this.targetIds = new int[threads.size()];
        this.lastingNanos = new long[threads.size()];
        this.slowCalls = new SlowCallEvent[threads.size()];
        this.unknown = open("unknown");
    }

    public void start() {
        thread.start();
    }

    public void close() {
        closed = true;
        thread.wake();
    }

    /** Sets how to find the application that a class belongs to. */
    public void setApplicationOf(Function<Class<?>, Optional<String>> function) {
        applicationOf = function;
    }

    // Accounts

    /**
     * Returns the account of an application, which is opened if there is none.
     *
     * @param member a class of the application
     */
    public synchronized ApplicationAccount account(String application, Class<?> member) {
        return byLoader.computeIfAbsent(member.getClassLoader(), _ -> new HashMap<>())
                .computeIfAbsent(application, this::add);
    }

    private ApplicationAccount add(String application) {
        ApplicationAccount account = open(application);
        accounts = Stream.concat(accounts.stream(), Stream.of(account)).toList();
        return account;
    }

    /** Returns the accounts of an application: one, or two while one version replaces another. */
    public List<ApplicationAccount> accounts(String application) {
        return accounts.stream()
                .filter(account -> account.name().equals(application))
                .toList();
    }

    private ApplicationAccount open(String application) {
        var account = new ApplicationAccount(application, lastId.incrementAndGet(), threads.size(), failures, factory);
        targets.put(account.tasks().id(), account.tasks());
        return account;
    }

    /**
     * Returns the account of the application that a task belongs to: by the task's class, else see {@link #current}.
     */
    public ApplicationAccount accountOf(Runnable task) {
        return accountOf(task.getClass()).orElseGet(this::current);
    }

    private Optional<ApplicationAccount> accountOf(Class<?> type) {
        return applicationOf.apply(type).map(application -> account(application, type));
    }

    /**
     * Returns the account of the application whose call the current thread is executing; on a thread of an application,
     * of the application whose class is calling. If there is none, returns the unknown one.
     */
    public ApplicationAccount current() {
        CallStatistics target = targets.get(CurrentCall.ofThread().target());
        return target == null ? caller() : target.account();
    }

    private ApplicationAccount caller() {
        return STACK.walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                        .flatMap(type -> accountOf(type).stream())
                        .findFirst())
                .orElse(unknown);
    }

    /** Returns the account of what belongs to no application. */
    public ApplicationAccount unknown() {
        return unknown;
    }

    /** Returns new statistics of a listener of an application. */
    public CallStatistics addListener(ApplicationAccount account, Listener listener) {
        String code = "listener " + ApplicationAccount.className(listener);
        var statistics = new CallStatistics(lastId.incrementAndGet(), account, code, threads.size());
        targets.put(statistics.id(), statistics);
        return statistics;
    }

    public void removeListener(CallStatistics statistics) {
        targets.remove(statistics.id());
    }

    /** Removes and returns the account of an application, if there is one. */
    public synchronized Optional<ApplicationAccount> remove(String application, ClassLoader loader) {
        ApplicationAccount removed =
                byLoader.getOrDefault(loader, new HashMap<>()).remove(application);
        if (removed != null) {
            accounts = accounts.stream().filter(account -> account != removed).toList();
            targets.values().removeIf(target -> target.account() == removed);
        }
        return Optional.ofNullable(removed);
    }

    /** Called when the connection of a switch is closed. */
    public void closed(ServedSwitch sw) {
        accounts.forEach(account -> account.closed(sw));
    }

    /** Returns the number of exceptions that all applications have thrown. */
    public long failures() {
        return failures.sum();
    }

    /** Returns the measurements of the applications, ordered by name; if one has two versions, those of the newer. */
    public List<ApplicationHealth> health() {
        var byName = new TreeMap<String, ApplicationHealth>();
        accounts.forEach(account -> byName.put(account.name(), account.health()));
        return List.copyOf(byName.values());
    }

    // Sampling

    private long step() {
        if (closed) {
            return Steps.END;
        }
        long now = factory.time().nanos();
        long step = Math.min(now - sampledNanos, MAX_STEP_NANOS);
        sampledNanos = now;
        try {
            measure(step);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "measuring the applications failed; continuing", e);
        }
        return idleNanos < IDLE_AFTER_NANOS ? SAMPLE_NANOS : IDLE_SAMPLE_NANOS;
    }

    private void measure(long step) {
        sample(step);
        checkFailures();
        periodNanos += step;
        if (periodNanos >= bounds.period().toNanos()) {
            endPeriod();
        }
    }

    private void sample(long step) {
        idleNanos += step;
        for (int i = 0; i < calls.length; i++) {
            int call = threads.get(i).currentCall.sampleNumber();
            int targetId = threads.get(i).currentCall.sampleTarget();
            // A call that begins between the two reads has another target than the last sample.
            boolean lasts = call == calls[i] && targetId == targetIds[i];
            calls[i] = call;
            targetIds[i] = targetId;
            CallStatistics target = targets.get(targetId);
            long before = lastingNanos[i];
            if (!lasts) {
                endSlow(i);
            }
            lastingNanos[i] = lasts ? before + step : 0;
            if (target != null) {
                if (before <= slowNanos && lastingNanos[i] > slowNanos) {
                    slow(i, target);
                }
                target.add(i, step);
                target.account().total().add(i, step);
                target.account().lasted(lastingNanos[i]);
                checkCallTime(i, target.account());
            }
            if (!lasts || target != null) {
                idleNanos = 0;
            }
        }
    }

    /** Counts and logs a call that has just become slow. */
    private void slow(int index, CallStatistics target) {
        ListenerThread caller = threads.get(index);
        StackTraceElement[] stack = caller.stackTrace();
        if (caller.currentCall.sampleNumber() != calls[index]) {
            // It has just returned, and the stack is that of another call.
            stack = new StackTraceElement[0];
        }
        target.account().countSlowCall();
        slowCalls[index] = SlowCallEvent.begin(target, caller.threadName(), CallSite.outsideJdk(stack));
        var trace = new Throwable("stack of thread " + caller.threadName());
        trace.setStackTrace(stack);
        log.log(
                Level.WARNING,
                "slow call: %s of application %s has not returned for %d ms (setting isolation.slow-call)"
                        .formatted(target.code(), target.account().name(), TimeUnit.NANOSECONDS.toMillis(slowNanos)),
                trace);
    }

    /** Records a slow call that has returned, if there is one. The duration is that of the last sample. */
    private void endSlow(int index) {
        SlowCallEvent event = slowCalls[index];
        if (event != null) {
            slowCalls[index] = null;
            event.end(lastingNanos[index]);
        }
    }

    private void endPeriod() {
        targets.values().forEach(target -> target.endPeriod(periodNanos));
        accounts.forEach(account -> account.total().endPeriod(periodNanos));
        periodNanos = 0;
        accounts.forEach(this::checkLoopShare);
        if (++periods == WINDOW_PERIODS) {
            periods = 0;
            accounts.forEach(ApplicationAccount::startWindow);
        }
    }

    // Bounds

    private void checkFailures() {
        if (bounds.failures().isPresent()) {
            int most = bounds.failures().get();
            for (ApplicationAccount account : accounts) {
                // In this order: the end of a quarantine sets the failures to zero before the application is active.
                if (account.isActive() && account.failuresInWindow() > most) {
                    tooManyFailures(
                            account,
                            "more than %d exceptions in %d s (setting isolation.failures)"
                                    .formatted(most, windowSeconds()));
                }
            }
        }
    }

    /**
     * Ends the service of an application for the switches that cause its failures, or quarantines it if it fails for
     * more than half of all switches, or without one.
     */
    private void tooManyFailures(ApplicationAccount account, String reason) {
        List<ServedSwitch> causes = account.causes(activeSwitches.getAsInt() / 2);
        if (causes.isEmpty()) {
            exceeded(account, reason);
        }
        for (ServedSwitch sw : causes) {
            sw.leaveUnserved(account);
            LOG.log(
                    Level.WARNING,
                    ("application %1$s does not serve switch %2$s any more: %3$s, most of them for this switch; it does"
                                    + " again when the switch connects again, or after: beacon app stop %1$s,"
                                    + " beacon app start %1$s")
                            .formatted(account.name(), sw, reason));
        }
    }

    private void checkCallTime(int index, ApplicationAccount account) {
        Optional<Duration> most = bounds.callTime();
        if (most.isPresent() && lastingNanos[index] > most.get().toNanos()) {
            exceeded(
                    account,
                    "a call has not returned for more than %d ms (setting isolation.call-time)%s"
                            .formatted(most.get().toMillis(), place(index)));
        }
    }

    /** Returns the line of code that the call of a thread is executing, as text that begins with a comma. */
    private String place(int index) {
        StackTraceElement[] stack = threads.get(index).stackTrace();
        boolean isSameCall = threads.get(index).currentCall.sampleNumber() == calls[index];
        return isSameCall
                ? CallSite.outsideJdk(stack).map(frame -> ", at " + frame).orElse("")
                : "";
    }

    private void checkLoopShare(ApplicationAccount account) {
        if (bounds.loopSharePercent().isPresent()) {
            int most = bounds.loopSharePercent().get();
            boolean above = account.total().share() * 100 > most;
            if (account.countPeriodAboveBound(above) >= WINDOW_PERIODS) {
                exceeded(
                        account,
                        "it took more than %d %% of the time of a loop for %d s (setting isolation.loop-share)"
                                .formatted(most, windowSeconds()));
            }
        }
    }

    private long windowSeconds() {
        return bounds.period().multipliedBy(WINDOW_PERIODS).toSeconds();
    }

    private void exceeded(ApplicationAccount account, String reason) {
        // The unknown account has no listeners or timers that could be stopped.
        boolean isApplication = account != unknown && !account.name().equals(OWN_LISTENERS);
        if (account.isActive() && isApplication) {
            quarantine.accept(account, reason);
        }
    }
}

package net.beaconcontroller.staticflows;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Capabilities;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.EntryChecks;
import net.beaconcontroller.openflow.entry.EntryProblem;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.staticflows.Repair.Difference;
import net.beaconcontroller.staticflows.SwitchStatus.Refusal;
import net.beaconcontroller.staticflows.SwitchStatus.State;
import org.jspecify.annotations.Nullable;

/**
 * The reconciliation of one connected switch: reads what the switch has, compares it with the entries that are for it,
 * sends the repairs, and reads it again. One run at a time, on a thread of its own; a cause that arrives during a run
 * leads to one more. Causes may come from any thread.
 */
final class Reconciler {
    /** Why a switch is reconciled. */
    enum Cause {
        CONNECTED,
        CHANGED,
        PERIODIC,
        /** The switch has removed a static flow. */
        REMOVED
    }

    /** The time between runs because others remove flows, so that they cannot keep the controller busy. */
    private static final Duration REMOVAL_PAUSE = Duration.ofSeconds(1);

    /** The number of refused entries that are kept in the status. */
    private static final int MAX_REFUSALS = 100;

    private final Time time;
    private final RateLimitedLog log;
    private final Switch sw;
    private final EntryStore store;
    private final SwitchRecord record;
    private final Events events;
    private final Executor executor;
    private final Sender sender;

    // Guarded by this object
    private final Set<Cause> causes = EnumSet.noneOf(Cause.class);
    private boolean isRunning;
    private boolean isClosed;

    // Used by the thread of the run
    private @Nullable SwitchLimits limits;
    private long lastRunNanos;

    private volatile long dueNanos;

    /** @param executor runs each task on a thread that may block */
    Reconciler(
            Switch sw,
            EntryStore store,
            SwitchRecord record,
            Events events,
            Executor executor,
            Time time,
            RateLimitedLog log) {
        this.time = time;
        this.log = log;
        this.lastRunNanos = time.nanos() - REMOVAL_PAUSE.toNanos();
        this.sw = sw;
        this.store = store;
        this.record = record;
        this.events = events;
        this.executor = executor;
        this.sender = new Sender(sw);
    }

    Switch sw() {
        return sw;
    }

    SwitchLimits limits() {
        SwitchLimits known = limits;
        return known == null ? SwitchLimits.UNKNOWN : known;
    }

    /** Returns when the next periodic run is due, in the time of {@link Time#nanos}. */
    long dueNanos() {
        return dueNanos;
    }

    void setDueNanos(long nanos) {
        dueNanos = nanos;
    }

    /** Begins a run, or notes that another one has to follow. */
    synchronized void wake(Cause cause) {
        causes.add(cause);
        if (!isRunning && !isClosed) {
            isRunning = true;
            executor.execute(this::run);
        }
    }

    /** Receives an error that does not answer a request. */
    void error(ErrorMessage error) {
        sender.error(error);
    }

    /** Ends the reconciliation: the switch has disconnected. */
    synchronized void close() {
        isClosed = true;
        record.setState(State.UNREACHABLE, "is not connected");
    }

    private void run() {
        try {
            for (Set<Cause> taken = takeCauses(); !taken.isEmpty(); taken = takeCauses()) {
                if (taken.equals(Set.of(Cause.REMOVED))) {
                    long left = REMOVAL_PAUSE.toNanos() - (time.nanos() - lastRunNanos);
                    time.sleep(Duration.ofNanos(Math.max(0, left)));
                }
                attempt(taken);
                lastRunNanos = time.nanos();
            }
        } catch (InterruptedException _) {
            // the application stops
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Set<Cause> takeCauses() {
        Set<Cause> taken = causes.isEmpty() || isClosed ? Set.of() : EnumSet.copyOf(causes);
        causes.clear();
        isRunning = !taken.isEmpty();
        return taken;
    }

    private void attempt(Set<Cause> taken) throws InterruptedException {
        EntryIndex index = store.index();
        if (index == null) {
            // The first index wakes all switches.
            return;
        }
        try {
            reconcile(index.of(sw), taken);
        } catch (IOException | TimeoutException | CancellationException e) {
            setState(State.UNREACHABLE, String.valueOf(e.getMessage()));
        } catch (RequestRefusedException e) {
            String error = e.error().name(sw.version());
            setState(State.REFUSED, "the switch does not report its flows, groups or meters: " + error);
        } catch (RuntimeException e) {
            setState(State.REFUSED, "internal error: " + e);
            log.log(Level.ERROR, "switch %s: the reconciliation failed".formatted(sw), e);
        }
    }

    private synchronized void setState(State state, String reason) {
        if (!isClosed) {
            record.setState(state, reason);
            log.log(Level.WARNING, "switch %s %s: %s".formatted(sw, Words.spaced(state), reason));
        }
    }

    private synchronized void begin() {
        if (!isClosed) {
            record.setState(State.RECONCILING, "");
        }
    }

    private void reconcile(Desired all, Set<Cause> taken) throws IOException, TimeoutException, InterruptedException {
        boolean isIdle = all.isEmpty() && record.status().state() == State.IN_SYNC;
        if (isIdle && taken.equals(Set.of(Cause.PERIODIC))) {
            return;
        }
        long began = time.nanos();
        begin();
        if (limits == null && !all.isEmpty()) {
            limits = SwitchLimits.read(sw);
        }
        var refusals = new LinkedHashMap<KeptEntry, String>(impossible(all));
        Desired desired = all.without(refusals.keySet());
        RefusedOutputs outputs = RefusedOutputs.of(sw);
        List<Repair> repairs = compare(desired, outputs);
        reportDrift(repairs);
        addIncomplete(desired, outputs, refusals);
        if (!repairs.isEmpty()) {
            boolean isRefused = repair(desired, outputs, repairs, refusals);
            if (isRefused && repairs.stream().anyMatch(Repair::isDelete) && taken.contains(Cause.CHANGED)) {
                // The deleted entries may have made room for the refused ones.
                wake(Cause.PERIODIC);
            }
        }
        finish(all, desired.without(refusals.keySet()), refusals, Duration.ofNanos(time.nanos() - began));
        if (!repairs.isEmpty()) {
            log.log(
                    Level.INFO,
                    "switch %s reconciled: %s in %d ms"
                            .formatted(sw, counts(repairs), (time.nanos() - began) / 1_000_000));
        }
    }

    /** Sends repairs, and adds the entries that the switch refuses. Returns whether it has refused repairs. */
    private boolean repair(
            Desired desired, RefusedOutputs before, List<Repair> repairs, Map<KeptEntry, String> refusals)
            throws IOException, TimeoutException, InterruptedException {
        Map<Repair, String> refused = sender.send(repairs);
        // A port can have become refused, or not, since the repairs were sent.
        RefusedOutputs outputs = before.and(RefusedOutputs.of(sw));
        for (Repair repair : compare(desired, outputs)) {
            KeptEntry entry = repair.entry();
            String error = refused.get(sent(repair, repairs));
            if (entry == null || repair.difference() == Difference.MISSING || error != null) {
                String reason = error != null ? "the switch refused it: " + error : "the switch does not keep it";
                if (entry != null) {
                    refusals.put(entry, reason);
                }
            } else {
                record.accept(entry, repair.reported());
            }
        }
        addIncomplete(desired, outputs, refusals);
        return !refused.isEmpty();
    }

    /** Adds the entries that the switch has without some outputs. */
    private static void addIncomplete(Desired desired, RefusedOutputs outputs, Map<KeptEntry, String> refusals) {
        desired.entries().stream()
                .filter(outputs::areOf)
                .forEach(entry -> refusals.putIfAbsent(entry, outputs.reason()));
    }

    /** Returns the repair that was sent for a difference that remains. */
    private static @Nullable Repair sent(Repair left, List<Repair> repairs) {
        return repairs.stream()
                .filter(repair -> repair.id().equals(left.id()) && repair.isDelete() == left.isDelete())
                .findFirst()
                .orElse(null);
    }

    /** Returns the entries that the switch cannot have, which are not sent. */
    private Map<KeptEntry, String> impossible(Desired desired) {
        Capabilities capabilities = limits().of(sw);
        Map<String, KeptEntry> byName =
                desired.entries().stream().collect(Collectors.toMap(KeptEntry::name, kept -> kept));
        var impossible = new LinkedHashMap<KeptEntry, String>();
        EntryChecks.check(desired.entries().stream().map(KeptEntry::entry).toList(), capabilities, "").stream()
                .filter(EntryProblem::isError)
                .forEach(problem ->
                        impossible.putIfAbsent(requireNonNull(byName.get(problem.entry())), problem.description()));
        return impossible;
    }

    private List<Repair> compare(Desired desired, RefusedOutputs outputs)
            throws IOException, TimeoutException, InterruptedException {
        return Comparison.repairs(
                desired,
                read(desired),
                sw.version(),
                (entry, form) -> record.accepts(entry, form) || outputs.accepts(entry, form));
    }

    private Contents read(Desired desired) throws IOException, TimeoutException, InterruptedException {
        boolean hasCookies = sw.version().isAtLeast(Version.OF12);
        var flows = new FlowStats.Request(
                FlowMod.ALL_TABLES,
                PortNumber.ANY,
                GroupNumber.ANY,
                hasCookies ? KeptEntry.COOKIES.first() : 0,
                hasCookies ? KeptEntry.COOKIES.mask() : 0,
                Match.ANY);
        boolean hasGroups = sw.version().isAtLeast(Version.OF12) && desired.concerns(Kind.GROUP);
        boolean hasMeters = sw.version().isAtLeast(Version.OF13) && desired.concerns(Kind.METER);
        return new Contents(
                Sender.await(sw.request(flows)).flows(),
                hasGroups
                        ? Sender.await(sw.request(new GroupDescription.Request()))
                                .groups()
                        : List.of(),
                hasMeters
                        ? Sender.await(sw.request(new MeterDescription.Request(MeterMod.ALL)))
                                .meters()
                        : List.of());
    }

    private void reportDrift(List<Repair> repairs) {
        Map<Difference, Long> drift = record.countDrift(repairs);
        if (!drift.isEmpty()) {
            String counts = drift.entrySet().stream()
                    .map(entry -> "%d %s".formatted(entry.getValue(), Words.spaced(entry.getKey())))
                    .collect(Collectors.joining(", "));
            var text = "switch %s differed from the static flows: %s".formatted(sw, counts);
            log.log(Level.WARNING, text);
            var details = new LinkedHashMap<String, Object>();
            details.put("switch", sw.toString());
            drift.forEach((difference, count) -> details.put(Words.spaced(difference), count));
            events.publish(new Event("staticflows.drift", sw.toString(), Event.Severity.WARNING, text, details));
        }
    }

    private synchronized void finish(Desired all, Desired confirmed, Map<KeptEntry, String> refused, Duration took) {
        if (isClosed) {
            return;
        }
        record.confirm(confirmed.entries());
        List<Refusal> refusals = refused.entrySet().stream()
                .limit(MAX_REFUSALS)
                .map(entry -> new Refusal(entry.getKey().name(), entry.getValue()))
                .toList();
        if (record.hasNewRefusals(refusals)) {
            reportRefusals(refused.size(), refusals);
        }
        String reason = refused.isEmpty()
                ? ""
                : refusals.getFirst() + (refused.size() == 1 ? "" : " (and %d more)".formatted(refused.size() - 1));
        record.setStatus(new SwitchStatus(
                refused.isEmpty() ? State.IN_SYNC : State.REFUSED,
                reason,
                refusals,
                all.entries().size(),
                record.drift(),
                time.now(),
                took));
    }

    private void reportRefusals(int count, List<Refusal> refusals) {
        String text = "switch %s does not have %d static entries: %s".formatted(sw, count, refusals.getFirst());
        log.log(Level.WARNING, text);
        events.publish(new Event(
                "staticflows.refused",
                sw.toString(),
                Event.Severity.WARNING,
                text,
                Map.of(
                        "switch",
                        sw.toString(),
                        "entries",
                        refusals.stream().map(Refusal::entry).toList())));
    }

    private static String counts(List<Repair> repairs) {
        Map<Difference, Long> counts = repairs.stream()
                .collect(Collectors.groupingBy(
                        Repair::difference, () -> new EnumMap<>(Difference.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(entry -> "%d %s".formatted(entry.getValue(), Words.spaced(entry.getKey())))
                .collect(Collectors.joining(", "));
    }
}

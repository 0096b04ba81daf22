package net.beaconcontroller.staticflows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.FlowReconciler;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.staticflows.Reconciler.Cause;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The application: starts a {@link Reconciler} for each switch, and wakes those that a change concerns. */
@Component(service = {StaticFlows.class, SwitchListener.class, MessageListener.class, FlowReconciler.class})
public final class StaticFlows implements SwitchListener, MessageListener, FlowReconciler, AutoCloseable {
    /** The number of disconnected switches whose records are kept. */
    static final int MAX_RECORDS = 10_000;

    /** The number of entries in these records. */
    private static final int MAX_RECORDED_ENTRIES = 1_000_000;

    private static final Duration TICK = Duration.ofSeconds(1);

    private final Duration interval;
    private final Events events;
    private final Time time;
    private final RateLimitedLog log;
    private final ExecutorService executor;
    private final Map<Long, Reconciler> reconcilers = new ConcurrentHashMap<>();
    private final Map<Long, SwitchRecord> records = new ConcurrentHashMap<>();
    private final AtomicLong lastRecord = new AtomicLong();
    private final EntryStore store;
    private final Catalog catalog;
    private final @Nullable ConfiguredFile file;
    private @Nullable EntryIndex previous;

    /** Whether the entries of an earlier file are deleted, if there is none now. */
    private boolean isFileRead;

    @Activate
    public StaticFlows(
            @Reference Controller controller,
            @Reference ApplicationSettings settings,
            @Reference Store store,
            @Reference Events events) {
        this.events = events;
        this.time = controller.threads().time();
        this.log = new RateLimitedLog(System.getLogger("staticflows"), 5, controller.threads());
        this.executor = controller.threads().newBlockingExecutor("staticflows");
        interval = settings.duration(
                "reconcile-interval",
                Duration.ofSeconds(60),
                "time after which the flows of each switch are compared with the static flows again");
        this.store = new EntryStore(store, this::changed, time);
        catalog = new Catalog(this.store, this::connected);
        String path = settings.string(
                "file",
                "",
                "file of static flows, groups and meters, which is read again when it changes; empty for none");
        file = path.isEmpty() ? null : new ConfiguredFile(Path.of(path), catalog);
        var _ = controller.every(TICK, this::readFile);
        var _ = controller.every(interval.compareTo(TICK) < 0 ? interval : TICK, this::wakeDue);
        var _ = controller.every(TICK, this::forgetRecords);
    }

    /** Returns the entries, and the checks that precede their changes. */
    Catalog catalog() {
        return catalog;
    }

    /** Returns the configured file, if there is one. */
    Optional<ConfiguredFile> file() {
        return Optional.ofNullable(file);
    }

    /** Returns the reconciliations of the connected switches. */
    Collection<Reconciler> connected() {
        return List.copyOf(reconcilers.values());
    }

    /** Returns the entries; none until they are read from the store. */
    Collection<KeptEntry> entries() {
        EntryIndex index = store.index();
        return index == null ? List.of() : index.all();
    }

    /**
     * Returns the states of the switches that are or were connected, and of those that entries name, by datapath id in
     * unsigned order.
     */
    Map<Long, SwitchStatus> statuses() {
        var statuses = new TreeMap<Long, SwitchStatus>(Long::compareUnsigned);
        entries().stream()
                .flatMap(kept -> kept.entry().switches().namedIds().stream())
                .forEach(id -> statuses.put(id, SwitchStatus.UNKNOWN));
        records.forEach((id, known) -> statuses.put(id, known.status()));
        return statuses;
    }

    @Override
    public CookieRange reconciledFlows() {
        return KeptEntry.COOKIES;
    }

    // On the loops of the switches

    @Override
    public void switchEvent(SwitchEvent event) {
        switch (event) {
            case SwitchEvent.Connected(Switch sw) -> connected(sw);
            case SwitchEvent.Disconnected(Switch sw) -> disconnected(sw);
            // Entries may refer to ports that the switch does not have yet.
            case SwitchEvent.PortUp _, SwitchEvent.PortDown _, SwitchEvent.PortChanged _ -> {}
            case SwitchEvent.RoleChanged _ -> {}
        }
    }

    private void connected(Switch sw) {
        SwitchRecord record =
                records.computeIfAbsent(sw.datapathId(), _ -> new SwitchRecord(lastRecord.incrementAndGet()));
        var reconciler = new Reconciler(sw, store, record, events, this::execute, time, log);
        // Switches that connect together are compared at different times later.
        long offset = time.random("times of comparisons").nextLong(interval.toNanos());
        reconciler.setDueNanos(time.nanos() + interval.toNanos() / 2 + offset / 2);
        reconcilers.put(sw.datapathId(), reconciler);
        // It may have been forgotten meanwhile.
        records.putIfAbsent(sw.datapathId(), record);
        reconciler.wake(Cause.CONNECTED);
    }

    private void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException _) {
            // the application stops
        }
    }

    private void disconnected(Switch sw) {
        reconcilers.computeIfPresent(sw.datapathId(), (_, reconciler) -> {
            if (reconciler.sw() != sw) {
                return reconciler;
            }
            reconciler.close();
            return null;
        });
    }

    @Override
    public Next message(Switch sw, long xid, Message message) {
        Reconciler reconciler = reconcilers.get(sw.datapathId());
        if (reconciler != null) {
            if (message instanceof ErrorMessage error) {
                reconciler.error(error);
            } else if (message instanceof FlowRemoved removed && isMissed(removed)) {
                reconciler.wake(Cause.REMOVED);
            }
        }
        return Next.PASS;
    }

    /** Returns whether a removed flow is a static entry of the switch. */
    private boolean isMissed(FlowRemoved removed) {
        EntryIndex index = store.index();
        return KeptEntry.COOKIES.contains(removed.cookie())
                && index != null
                && index.numbers().contains(KeptEntry.numberOf(removed.cookie()));
    }

    // On the threads of the store and of the timer

    /** Wakes the switches that a change concerns, all of them for the first index. */
    private void changed(EntryIndex now) {
        EntryIndex before = previous;
        previous = now;
        Collection<KeptEntry> changed = before == null ? List.of() : before.differences(now);
        boolean all = before == null || !before.claims().equals(now.claims());
        for (Reconciler reconciler : reconcilers.values()) {
            Switch sw = reconciler.sw();
            if (all
                    || changed.stream()
                            .anyMatch(kept -> kept.entry().isFor(sw.datapathId(), sw.description(), sw.version()))) {
                reconciler.wake(Cause.CHANGED);
            }
        }
    }

    private void readFile() {
        if (store.index() == null) {
            return;
        }
        if (file != null) {
            file.poll();
        } else if (!isFileRead) {
            ConfiguredFile.deleteEntries(catalog);
        }
        isFileRead = true;
    }

    private void wakeDue() {
        long now = time.nanos();
        for (Reconciler reconciler : reconcilers.values()) {
            if (now - reconciler.dueNanos() >= 0) {
                reconciler.setDueNanos(now + interval.toNanos());
                reconciler.wake(Cause.PERIODIC);
            }
        }
    }

    /**
     * Forgets records of disconnected switches if there are too many: those of the switches that are known for the
     * shortest time, because a peer can connect with ever new datapath ids.
     */
    private void forgetRecords() {
        List<Map.Entry<Long, SwitchRecord>> disconnected = records.entrySet().stream()
                .filter(entry -> !reconcilers.containsKey(entry.getKey()))
                .sorted(Comparator.comparingLong(entry -> entry.getValue().number()))
                .toList();
        int kept = 0;
        long entries = 0;
        for (Map.Entry<Long, SwitchRecord> entry : disconnected) {
            kept++;
            entries += entry.getValue().size();
            if (kept > MAX_RECORDS || entries > MAX_RECORDED_ENTRIES) {
                records.remove(entry.getKey());
            }
        }
    }

    @Deactivate
    @Override
    public void close() {
        store.close();
        executor.shutdownNow();
    }
}

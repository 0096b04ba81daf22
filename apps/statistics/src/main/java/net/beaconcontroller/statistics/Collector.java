package net.beaconcontroller.statistics;

import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.net.HashMixing;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The application that collects statistics. Many times a second, on the controller's thread for the periodic tasks of
 * the application, it handles the replies that have arrived and sends the requests that are due; loops only queue
 * replies. The requests to different switches are spread evenly over the interval, and sent to few switches at once, so
 * that a packet-in does not wait for the replies of many.
 */
@Component(immediate = true)
public final class Collector implements Statistics {
    private static final int ROUNDS_IN_INTERVAL = 100;
    private static final Duration TURN = Duration.ofMillis(10);
    private static final int MAX_TURNS_IN_ROUND = 10;
    private static final int MIB = 1 << 20;

    private final Controller controller;
    private final Time time;
    private final LongSupplier clock;
    private final CollectionOptions options;
    private final Thresholds thresholds;
    private final int topFlows;
    private final int historySamples;
    private final HistoryMemory historyMemory;
    private final int turnsInRound;
    private final EnumCounters<Outcome> outcomes = new EnumCounters<>(Outcome.class);

    /** By datapath id. Changed by the thread of the periodic tasks. */
    private final Map<Long, SwitchCollection> collections = new ConcurrentSkipListMap<>(Long::compareUnsigned);

    /** Replies to be handled; at most one for each connection. */
    private final Queue<Runnable> arrived = new ConcurrentLinkedQueue<>();

    private long connections;
    /** The switches whose turn in the present round is not over. */
    private Iterator<SwitchCollection> waiting = Collections.emptyIterator();

    private int switchesInTurn;

    @Activate
    public Collector(
            @Reference Controller controller, @Reference ApplicationSettings settings, @Reference Events events) {
        this(controller, settings, events, controller.threads().time());
    }

    Collector(Controller controller, ApplicationSettings settings, Events events, Time time) {
        this.controller = controller;
        this.time = time;
        long start = time.nanos();
        clock = () -> time.nanos() - start;
        Duration interval =
                settings.duration("interval", Duration.ofSeconds(10), "time between two readings of a switch's ports");
        Duration flowInterval = settings.duration(
                "flow-interval",
                Duration.ofSeconds(30),
                "time between two readings of a switch's flows, tables, queues, groups and meters");
        int flowLimit = settings.integer(
                "flow-limit", 1_000, 0, 100_000, "number of flows up to which the flows of a switch are read");
        options = new CollectionOptions(interval.toNanos(), flowInterval.toNanos(), flowLimit);
        topFlows = settings.integer(
                "top-flows", 100, 1, 1_000, "number of flows with the highest rates that are kept for each switch");
        historySamples =
                settings.integer("history", 360, 1, 100_000, "number of earlier rates that are kept for each port");
        historyMemory = new HistoryMemory(
                (long) MIB * settings.integer("history-memory", 64, 0, 100_000, "memory of the histories in MiB"));
        thresholds = new Thresholds(settings, events);
        turnsInRound = Math.clamp(interval.dividedBy(ROUNDS_IN_INTERVAL).dividedBy(TURN), 1, MAX_TURNS_IN_ROUND);
        controller.every(TURN, this::collect);
    }

    /** Handles the replies that have arrived, and sends the requests that are due to the switches that have a turn. */
    private void collect() {
        for (Runnable reply = arrived.poll(); reply != null; reply = arrived.poll()) {
            reply.run();
        }
        if (!waiting.hasNext()) {
            beginRound();
        }
        for (int i = 0; i < switchesInTurn && waiting.hasNext(); i++) {
            waiting.next().requestDue();
        }
    }

    private void beginRound() {
        collections.values().removeIf(collection -> !collection.sw().isConnected() && end(collection));
        for (Switch sw : controller.switches()) {
            collections.computeIfAbsent(sw.datapathId(), _ -> begin(sw));
        }
        waiting = collections.values().iterator();
        switchesInTurn = Math.ceilDiv(collections.size(), turnsInRound);
    }

    private SwitchCollection begin(Switch sw) {
        // The multiples of the golden ratio, without their whole parts, divide the interval evenly, however many there
        // are: Knuth, The Art of Computer Programming, volume 3, section 6.4.
        double phase = (HashMixing.fibonacci(++connections) >>> 1) / (double) Long.MAX_VALUE;
        var history = new PortHistory(historySamples, historyMemory);
        var readings = new SwitchReadings(sw, thresholds, history, topFlows);
        return new SwitchCollection(sw, readings, options, phase, clock, time::now, arrived::add, outcomes);
    }

    private static boolean end(SwitchCollection collection) {
        collection.close();
        return true;
    }

    @Override
    public List<PortRate> ports() {
        return all(SwitchReadings::ports);
    }

    @Override
    public Optional<PortRate> port(long datapathId, long port) {
        return of(datapathId, SwitchReadings::ports).stream()
                .filter(rate -> rate.port() == port)
                .findFirst();
    }

    @Override
    public List<PortSample> history(long datapathId, long port) {
        return of(datapathId, readings -> readings.history(port));
    }

    @Override
    public List<FlowRate> topFlows() {
        return collections.values().stream()
                .flatMap(collection -> collection.readings().flows().stream())
                .sorted(FlowRate.BY_BITS)
                .limit(topFlows)
                .toList();
    }

    @Override
    public List<FlowRate> topFlows(long datapathId) {
        return of(datapathId, SwitchReadings::flows);
    }

    @Override
    public List<TableUsage> tables() {
        return all(SwitchReadings::tables);
    }

    @Override
    public List<QueueRate> queues() {
        return all(SwitchReadings::queues);
    }

    @Override
    public List<GroupRate> groups() {
        return all(SwitchReadings::groups);
    }

    @Override
    public List<MeterRate> meters() {
        return all(SwitchReadings::meters);
    }

    @Override
    public List<CollectionState> collection() {
        return collections.values().stream().map(SwitchCollection::state).toList();
    }

    private <T> List<T> all(Function<SwitchReadings, List<T>> kind) {
        return collections.values().stream()
                .flatMap(collection -> kind.apply(collection.readings()).stream())
                .toList();
    }

    private <T> List<T> of(long datapathId, Function<SwitchReadings, List<T>> kind) {
        SwitchCollection collection = collections.get(datapathId);
        return collection == null ? List.of() : kind.apply(collection.readings());
    }

    @Override
    public Map<Outcome, Long> requests() {
        return outcomes.values();
    }

    @Override
    public long historyBytes() {
        return historyMemory.used();
    }
}

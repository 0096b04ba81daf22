package net.beaconcontroller.topology;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketIn;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Runs;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchEvent.Connected;
import net.beaconcontroller.api.SwitchEvent.Disconnected;
import net.beaconcontroller.api.SwitchEvent.PortChanged;
import net.beaconcontroller.api.SwitchEvent.PortDown;
import net.beaconcontroller.api.SwitchEvent.PortUp;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PacketOut;
import net.beaconcontroller.openflow.Port;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.topology.ProbeFormat.Refusal;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Finds out the topology. Each port that comes up sends probes at once, and then every few seconds; a probe that comes in
 * elsewhere shows a link from there to here. A port at which none came in after a short time is an edge.
 *
 * <p>Probes are sent and read on the loops of their switches. What a probe shows that is not known yet, and whatever else
 * happens, is a change of the {@link TopologyModel}, which the {@link TopologyThread} makes on the topology's own thread.
 */
@Component
@Runs(before = {"devices", "routing", "learningswitch", "hub"})
public final class LinkDiscovery implements PacketInListener, SwitchListener, Topology, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("topology");

    /** Each so many-th round goes to the edges too, for what is behind foreign switches. */
    private static final int ROUNDS_A_BROADCAST = 3;

    /** Rounds for which a probe that is on its way counts: a busy machine is slow, and then has much to read. */
    private static final int ROUNDS_FRESH = 3;

    /** Rounds that a direct link is believed in without a probe that comes through; a foreign one for three times as long. */
    private static final int ROUNDS_BELIEVED = 6;

    /** So many probes that are not late make what is known of lateness a third. */
    private static final int PROBES_LATE = 32;

    /**
     * How long things take.
     *
     * @param round from one probe of a port to the next
     * @param settling until a port that came up is an edge, if probes are not late
     * @param proof see {@link TopologyModel}
     */
    record Timing(Duration round, Duration settling, Duration proof) {
        static final Timing USUAL = new Timing(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(10));

        static Timing of(ApplicationSettings settings) {
            return new Timing(
                    settings.time("probe-interval", USUAL.round, "from one probe of a port to the next"),
                    settings.time(
                            "settling-time", USUAL.settling, "how long a port is no place for hosts when it came up"),
                    USUAL.proof);
        }
    }

    private final Timing timing;
    private final ProbeFormat format = new ProbeFormat();
    private final Map<Long, Switch> switches = new ConcurrentHashMap<>();
    private final Map<Link, LinkActivity> heard = new ConcurrentHashMap<>();
    /**
     * When the last of a port's direct probes that came in anywhere was sent: each counts where it comes in first. By switch and
     * port.
     */
    private final Map<Long, Map<Long, AtomicLong>> lastCounted = new ConcurrentHashMap<>();

    /** How long probes take at most until they are dealt with: long while a large network connects, and all have much to read. */
    private volatile long latenessNanos;

    private final LongAdder accepted = new LongAdder();
    private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);
    private final TopologyThread publisher;

    /** Finds out the topology of the switches it hears of. */
    @Activate
    public LinkDiscovery(@Reference ApplicationSettings settings) {
        this(Timing.of(settings));
    }

    LinkDiscovery(Timing timing) {
        this.timing = timing;
        this.publisher = new TopologyThread(new TopologyModel(timing.proof(), heard::remove));
        for (Refusal refusal : Refusal.values()) {
            refused.put(refusal, new LongAdder());
        }
        publisher.changeEachSecond(this::dropSilentLinks);
    }

    @Deactivate
    @Override
    public void close() {
        publisher.close();
    }

    // Switches and ports, on their loops

    @Override
    public void switchEvent(SwitchEvent event) {
        switch (event) {
            case Connected(Switch sw) -> connected(sw);
            case Disconnected(Switch sw) -> disconnected(sw);
            case PortUp(Switch sw, Port port) -> portUp(sw, new SwitchPort(sw.datapathId(), port.number()));
            case PortDown(Switch sw, Port port) -> portDown(new SwitchPort(sw.datapathId(), port.number()));
            case PortChanged _ -> {}
        }
    }

    private void connected(Switch sw) {
        long datapathId = sw.datapathId();
        switches.put(datapathId, sw);
        publisher.change(graph -> {
            settleAgain(graph, graph.removeSwitch(datapathId));
            graph.addSwitch(datapathId);
        });
        sw.ports().stream().filter(Port::isUp).forEach(port -> portUp(sw, new SwitchPort(datapathId, port.number())));
        // not all switches in the same moment
        Duration first = timing.round.dividedBy(16).multipliedBy(Math.floorMod(Long.hashCode(datapathId), 16));
        sw.after(timing.round.plus(first), () -> round(sw, 1));
    }

    private void disconnected(Switch sw) {
        long datapathId = sw.datapathId();
        if (switches.remove(datapathId, sw)) {
            lastCounted.remove(datapathId);
            publisher.change(graph -> settleAgain(graph, graph.removeSwitch(datapathId)));
        }
    }

    private void portUp(Switch sw, SwitchPort at) {
        if (at.port() > PortNumber.MAX) {
            return; // such as the switch's own network stack
        }
        publisher.change(graph -> {
            settleAgain(graph, graph.removePort(at));
            var waiting = new Object();
            graph.addPort(at, waiting);
            sw.execute(() -> settle(sw, at, waiting));
        });
    }

    private void portDown(SwitchPort at) {
        publisher.change(graph -> settleAgain(graph, graph.removePort(at)));
    }

    /** Finds out what is behind a port, on its switch's loop. Most often the first probe shows it, if it is a switch. */
    private void settle(Switch sw, SwitchPort at, Object waiting) {
        probe(sw, at.port(), false);
        afterProbe(sw, System.nanoTime(), graph -> {
            if (graph.isBetweenSwitches(at)) {
                graph.settle(at, waiting, System.nanoTime());
            } else {
                sw.execute(() -> settleAtLast(sw, at, waiting));
            }
        });
    }

    private void settleAtLast(Switch sw, SwitchPort at, Object waiting) {
        probe(sw, at.port(), true);
        afterProbe(sw, System.nanoTime(), graph -> graph.settle(at, waiting, System.nanoTime()));
    }

    /** Makes a change when a probe that was sent has had its time: longer while those that come in are late. */
    private void afterProbe(Switch sw, long sentNanos, Consumer<TopologyModel> change) {
        long timeNanos = Math.max(timing.settling.toNanos() / 2, latenessNanos);
        long leftNanos = timeNanos - (System.nanoTime() - sentNanos);
        if (leftNanos > 0) {
            sw.after(Duration.ofNanos(leftNanos), () -> afterProbe(sw, sentNanos, change));
        } else {
            publisher.change(change);
        }
    }

    private void round(Switch sw, int number) {
        if (publisher.isStopped()) {
            return;
        }
        boolean broadcast = number % ROUNDS_A_BROADCAST == 0;
        PortSet edges = publisher.snapshot().edges(sw.datapathId());
        for (Port port : sw.ports()) {
            if (port.isUp() && port.number() <= PortNumber.MAX) {
                probe(sw, port.number(), broadcast && edges.contains(port.number()));
            }
        }
        sw.after(timing.round, () -> round(sw, number + 1));
    }

    private void probe(Switch sw, long number, boolean broadcast) {
        Port port = sw.port(number).filter(Port::isUp).orElse(null);
        if (port == null || publisher.isStopped()) {
            return;
        }
        send(sw, port, Link.Kind.DIRECT);
        if (broadcast) {
            send(sw, port, Link.Kind.FOREIGN);
        }
    }

    private void send(Switch sw, Port port, Link.Kind kind) {
        var probe = new Probe(kind, new SwitchPort(sw.datapathId(), port.number()), System.nanoTime());
        sw.send(PacketOut.of(Bytes.of(format.frame(probe, port.address())), port.number()));
    }

    // Probes that come in, on the loop of the switch they come from

    @Override
    public Next packetIn(Switch sw, PacketIn in) {
        int type = in.frame().type();
        if (!ProbeFormat.isOfProbes(type)) {
            return Next.PASS;
        }
        ProbeFormat.Reading reading = format.read(in.frame());
        if (reading instanceof Probe probe) {
            reading = judge(sw, in, probe);
        }
        if (reading instanceof Refusal refusal) {
            count(refusal);
        }
        // LLDP is never passed on, IEEE 802.1AB section 7.1; what others do with the type for experiments is theirs
        return type == ProbeFormat.TYPE_BROADCAST && reading == Refusal.FOREIGN ? Next.PASS : Next.STOP;
    }

    private void count(Refusal refusal) {
        Objects.requireNonNull(refused.get(refusal)).increment();
    }

    /** A probe with the right signature. Whoever hears one can send it again, so that is not enough. */
    private ProbeFormat.Reading judge(Switch sw, PacketIn in, Probe probe) {
        var to = new SwitchPort(sw.datapathId(), in.inPort());
        if (probe.from().equals(to)) {
            return Refusal.IMPLAUSIBLE;
        }
        long tookNanos = in.receivedNanos() - probe.sentNanos();
        if (tookNanos > ROUNDS_FRESH * timing.round.toNanos() || (probe.kind() == Link.Kind.DIRECT && !counts(probe))) {
            return Refusal.REPLAYED;
        }
        var link = new Link(probe.from(), to, probe.kind());
        long onTheLinkNanos = Math.max(0, tookNanos - halfRoundTripNanos(sw) - halfRoundTripNanos(probe.from()));
        LinkActivity known = heard.get(link);
        if (known != null) {
            if (!known.again(probe.sentNanos(), in.receivedNanos(), onTheLinkNanos)) {
                return Refusal.REPLAYED;
            }
            accept(probe.sentNanos());
        } else {
            var first = new LinkActivity(probe.sentNanos(), in.receivedNanos(), onTheLinkNanos);
            publisher.change(graph -> linkShown(graph, link, first, probe.sentNanos()));
        }
        return probe;
    }

    /** Two threads may do so at once: it is enough that late probes are not overlooked for long. */
    private void accept(long sentNanos) {
        accepted.increment();
        long before = latenessNanos;
        latenessNanos = Math.max(System.nanoTime() - sentNanos, before - before / PROBES_LATE);
    }

    private boolean counts(Probe probe) {
        AtomicLong last = lastCounted
                .computeIfAbsent(probe.from().datapathId(), _ -> new ConcurrentHashMap<>())
                .computeIfAbsent(probe.from().port(), _ -> new AtomicLong(probe.sentNanos() - 1));
        long seen = last.get();
        return probe.sentNanos() - seen > 0 && last.compareAndSet(seen, probe.sentNanos());
    }

    private long halfRoundTripNanos(SwitchPort at) {
        Switch sw = switches.get(at.datapathId());
        return sw == null ? 0 : halfRoundTripNanos(sw);
    }

    private static long halfRoundTripNanos(Switch sw) {
        return sw.roundTripTime().map(Duration::toNanos).orElse(0L) / 2;
    }

    // On the topology's thread

    private void linkShown(TopologyModel graph, Link link, LinkActivity first, long sentNanos) {
        if (!graph.isUp(link.from()) || !graph.isUp(link.to())) {
            return; // it was on its way when a port went down
        }
        if (!graph.addLink(link, System.nanoTime())) {
            count(Refusal.IMPLAUSIBLE);
            return;
        }
        accept(sentNanos);
        if (graph.hasLink(link)) {
            heard.put(link, first);
            if (!graph.hasLink(link.reversed())) {
                findWayBack(link);
            }
        }
    }

    /** The other switch may have probed before this one was there to hear it. */
    private void findWayBack(Link link) {
        Switch sw = switches.get(link.to().datapathId());
        if (sw != null) {
            sw.execute(() -> probe(sw, link.to().port(), link.kind() == Link.Kind.FOREIGN));
        }
    }

    private void dropSilentLinks(TopologyModel graph) {
        long now = System.nanoTime();
        var silent = new ArrayList<Link>();
        heard.forEach((link, last) -> {
            long rounds = ROUNDS_BELIEVED * (link.kind() == Link.Kind.DIRECT ? 1L : ROUNDS_A_BROADCAST);
            if (now - last.lastHeardNanos() > timing.round.multipliedBy(rounds).toNanos() && heard.remove(link, last)) {
                silent.add(link);
                settleAgain(graph, graph.removeLink(link));
            }
        });
        if (!silent.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "no probe comes over %s any more%s"
                            .formatted(
                                    silent.getFirst(),
                                    silent.size() == 1 ? "" : ", nor over %d others".formatted(silent.size() - 1)));
        }
    }

    /** These ports are up and have lost their links. */
    private void settleAgain(TopologyModel graph, Collection<SwitchPort> ports) {
        for (SwitchPort at : ports) {
            Switch sw = switches.get(at.datapathId());
            if (sw != null) {
                var waiting = new Object();
                graph.wait(at, waiting);
                sw.execute(() -> settle(sw, at, waiting));
            }
        }
    }

    // The service

    @Override
    public TopologySnapshot snapshot() {
        return publisher.snapshot();
    }

    @Override
    public Optional<Duration> latency(Link link) {
        return Optional.ofNullable(heard.get(link)).map(LinkActivity::latency);
    }

    @Override
    public void hostHeard(SwitchPort at) {
        publisher.change(graph -> graph.hostHeard(at));
    }

    @Override
    public ProbeCounters probeCounters() {
        return new ProbeCounters(
                accepted.sum(),
                refused(Refusal.FOREIGN),
                refused(Refusal.MALFORMED),
                refused(Refusal.FORGED),
                refused(Refusal.REPLAYED),
                refused(Refusal.IMPLAUSIBLE));
    }

    private long refused(Refusal refusal) {
        return Objects.requireNonNull(refused.get(refusal)).sum();
    }

    /** Has a listener told of everything that is there, and then of each change. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addListener(TopologyListener listener) {
        publisher.addListener(listener);
    }

    /** When it returns, the listener is told nothing more, unless it did not return from a change within five seconds. */
    public void removeListener(TopologyListener listener) {
        publisher.removeListener(listener);
    }
}

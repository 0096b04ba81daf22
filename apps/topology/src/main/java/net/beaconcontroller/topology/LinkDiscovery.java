package net.beaconcontroller.topology;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchEvent.Connected;
import net.beaconcontroller.api.SwitchEvent.Disconnected;
import net.beaconcontroller.api.SwitchEvent.PortChanged;
import net.beaconcontroller.api.SwitchEvent.PortDown;
import net.beaconcontroller.api.SwitchEvent.PortUp;
import net.beaconcontroller.api.SwitchEvent.RoleChanged;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.common.concurrent.RateLimitedLog;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.structure.Port;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * The discovery of links and edges. Each port that comes up sends a probe immediately, and further ones every few
 * seconds. A probe that arrives at another port reveals a link from its sender to that port. A port at which no probe
 * arrives within the settling time is an edge.
 *
 * <p>A switch that loses its connection keeps its links and edges for a grace period, because it still forwards
 * packets. When it returns, its ports are compared with the known ones, and all are probed.
 *
 * <p>Probes are sent and received on the loops of their switches. Everything that changes the topology is applied to
 * the {@link TopologyModel} on the {@link TopologyThread}.
 */
@Component
public final class LinkDiscovery implements PacketInBatchListener, SwitchListener, Topology, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("topology");

    /** Every third round also probes the edges for indirect links. */
    private static final int ROUNDS_PER_BROADCAST = 3;

    /** Rounds after which a probe is too old. Generous, because a busy controller reads probes late. */
    private static final int MAX_AGE_ROUNDS = 3;

    /** Rounds without a probe after which a link is removed; for indirect links, rounds that probe the edges. */
    private static final int LINK_TIMEOUT_ROUNDS = 6;

    /**
     * The interval between probes of the ports of indirect and refused links. A switch of others does not report that
     * it has lost a link, and hosts cannot be reached until it is noticed.
     */
    private static final Duration FOREIGN_INTERVAL = Duration.ofMillis(250);

    /**
     * The time without a probe after which a refused link is forgotten, and an indirect link is removed if another path
     * connects its switches.
     */
    private static final Duration FOREIGN_TIMEOUT = FOREIGN_INTERVAL.multipliedBy(4);

    /** The maximum number of ports of a switch that are probed at this interval. */
    private static final int MAX_FOREIGN_PORTS = 512;

    /** The number of ports that are probed before other switches of the loop have their turn. */
    static final int PORTS_PER_SLICE = 64;

    private static final Duration SLICE_PAUSE = Duration.ofMillis(1);

    /**
     * Intervals and timeouts.
     *
     * @param round the interval between two probes of a port
     * @param settling the time after which a port that came up can be an edge, while the probes of its switch are not
     *     delayed
     * @param confirmation see {@link TopologyModel}
     * @param lostSwitch the time after which a switch that lost its connection is removed
     * @param plausibleLatency see {@link LatencyCheck}
     */
    record Timing(
            Duration round, Duration settling, Duration confirmation, Duration lostSwitch, Duration plausibleLatency) {
        static final Timing DEFAULT = new Timing(
                Duration.ofSeconds(5),
                Duration.ofMillis(300),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofMillis(5));

        static Timing of(ApplicationSettings settings) {
            Duration round = settings.duration(
                    "probe-interval",
                    DEFAULT.round,
                    "interval between link probes of a port; a link expires after six intervals");
            Duration twoRounds = round.multipliedBy(2);
            return new Timing(
                    round,
                    settings.duration(
                            "settling-time",
                            DEFAULT.settling,
                            "time after link-up before a port without a discovered link counts as an edge"),
                    twoRounds.compareTo(DEFAULT.confirmation) > 0 ? twoRounds : DEFAULT.confirmation,
                    settings.duration(
                            "lost-switch-timeout",
                            DEFAULT.lostSwitch,
                            "time after which a switch that lost its connection is removed with its links and edges"),
                    settings.duration(
                            "plausible-latency",
                            DEFAULT.plausibleLatency,
                            "latency up to which a new direct link is accepted in any case; a slower one is refused as"
                                    + " a relay by hosts if it is an outlier among the known links"));
        }
    }

    private final Timing timing;
    private final ProbeFormat format = new ProbeFormat();
    /** The connected switches, by datapath id. */
    private final Map<Long, ProbedSwitch> switches = new ConcurrentHashMap<>();
    /** The edges at which a host was seen, while this is queued. */
    private final Set<SwitchPort> queuedHosts = ConcurrentHashMap.newKeySet();

    private final Map<Link, LinkActivity> activities = new ConcurrentHashMap<>();
    /** The ports of the model. The topology thread adds and removes the entries together with the ports. */
    private final Map<SwitchPort, PortProbes> portProbes = new ConcurrentHashMap<>();

    private final EnumCounters<ProbeOutcome> outcomes = new EnumCounters<>(ProbeOutcome.class);
    private final TopologyThread topologyThread;

    // Used on the topology thread

    private final LatencyCheck latencyCheck;
    /** The settling ports that are being probed: a port that flaps is probed once in a settling time. */
    private final Set<SwitchPort> probing = new HashSet<>();

    private final RateLimitedLog refusals = new RateLimitedLog(LOG, 1);
    private long lastConnectedNanos = System.nanoTime();
    private long probedForeignNanos = System.nanoTime();
    private long foreignPausedNanos = System.nanoTime();

    @Activate
    public LinkDiscovery(@Reference ApplicationSettings settings) {
        this(Timing.of(settings));
    }

    LinkDiscovery(Timing timing) {
        this.timing = timing;
        this.latencyCheck = new LatencyCheck(timing.plausibleLatency, () -> activities.entrySet().stream()
                .filter(entry -> entry.getKey().isDirect())
                .mapToLong(entry -> entry.getValue().latencyNanos()));
        this.topologyThread = new TopologyThread(new TopologyModel(timing.confirmation(), this::linkRemoved));
        topologyThread.changeEach(Duration.ofSeconds(1), this::removeExpired);
        topologyThread.changeEach(FOREIGN_INTERVAL, this::probeForeign);
    }

    @Deactivate
    @Override
    public void close() {
        topologyThread.close();
    }

    // Switch and port events, on the loop of the switch

    @Override
    public void switchEvent(SwitchEvent event) {
        switch (event) {
            case Connected(Switch sw) -> connected(sw);
            case Disconnected(Switch sw) -> disconnected(sw);
            case PortUp(Switch sw, Port port) -> portChanged(sw, port.number(), true);
            case PortDown(Switch sw, Port port) -> portChanged(sw, port.number(), false);
            case PortChanged _, RoleChanged _ -> {}
        }
    }

    private void connected(Switch sw) {
        long datapathId = sw.datapathId();
        switches.put(datapathId, new ProbedSwitch(sw));
        Set<Long> portsUp = portsUp(sw);
        topologyThread.change(model -> connected(model, sw, portsUp));
        // spreads the rounds of different switches over time
        Duration offset = timing.round.dividedBy(16).multipliedBy(Math.floorMod(Long.hashCode(datapathId), 16));
        sw.after(timing.round.plus(offset), () -> probeRound(sw, 1));
    }

    private static Set<Long> portsUp(Switch sw) {
        return sw.ports().stream()
                .filter(port -> port.isUp() && port.number() <= PortNumber.MAX)
                .map(Port::number)
                .collect(Collectors.toSet());
    }

    private void disconnected(Switch sw) {
        ProbedSwitch probed = switches.get(sw.datapathId());
        if (probed != null && probed.sw() == sw && switches.remove(sw.datapathId(), probed)) {
            topologyThread.change(model -> disconnected(model, sw));
        }
    }

    /**
     * Queues the change of a port, once however often the port changes until the change is applied. If changes of too
     * many ports of the switch are queued, a comparison of all its ports is queued instead.
     */
    private void portChanged(Switch sw, long number, boolean isUp) {
        ProbedSwitch probed = switches.get(sw.datapathId());
        if (number > PortNumber.MAX || probed == null || probed.sw() != sw) {
            // a reserved port, such as LOCAL, or a switch that another connection has replaced
            return;
        }
        switch (probed.queuePort(number, isUp)) {
            case CHANGE -> topologyThread.change(model -> changePort(model, probed, number));
            case COMPARISON -> topologyThread.change(model -> comparePorts(model, probed));
            case NONE -> {}
        }
    }

    /** Probes ports that settle: the first half of the settling time detects direct links. */
    private void probeDirect(Switch sw, List<SwitchPort> ports, Object token) {
        List<SwitchPort> slice = slice(ports);
        slice.forEach(at -> probe(sw, at.port(), false));
        afterProbe(sw, model -> {
            var linked = new ArrayList<SwitchPort>();
            var others = new ArrayList<SwitchPort>();
            slice.forEach(at -> (model.isInfrastructure(at) ? linked : others).add(at));
            endSettling(model, linked, token);
            sw.execute(() -> probeIndirect(sw, others, token));
        });
        List<SwitchPort> rest = rest(ports);
        if (!rest.isEmpty()) {
            sw.after(SLICE_PAUSE, () -> probeDirect(sw, rest, token));
        }
    }

    /** The second half of the settling time detects indirect links. */
    private void probeIndirect(Switch sw, List<SwitchPort> slice, Object token) {
        slice.forEach(at -> probe(sw, at.port(), true));
        afterProbe(sw, model -> endSettling(model, slice, token));
    }

    /**
     * Applies a change when half the settling time has passed since the switch sent probes, or later while probes over
     * its links are delayed. A busy controller also reads the reply to the barrier late, which hosts cannot influence.
     */
    private void afterProbe(Switch sw, Consumer<TopologyModel> change) {
        Duration half = timing.settling.dividedBy(2);
        var _ = sw.request(new BarrierRequest()).whenComplete((_, _) -> {
            Duration delay = Duration.ofNanos(maxDelayNanos(sw.datapathId()));
            sw.after(delay.compareTo(half) > 0 ? delay : half, () -> topologyThread.change(change));
        });
    }

    private long maxDelayNanos(long datapathId) {
        ProbedSwitch probed = switches.get(datapathId);
        return probed == null ? 0 : probed.maxDelayNanos();
    }

    /** Probes all ports, in slices that are spread over the interval. */
    private void probeRound(Switch sw, int round) {
        List<Long> ports = sw.ports().stream()
                .map(Port::number)
                .filter(port -> port <= PortNumber.MAX)
                .toList();
        int slices = Math.ceilDiv(Math.max(ports.size(), 1), PORTS_PER_SLICE);
        probeRound(sw, round, ports, timing.round.dividedBy(slices));
    }

    private void probeRound(Switch sw, int round, List<Long> ports, Duration pause) {
        if (topologyThread.isStopped()) {
            return;
        }
        probeSlice(sw, ports, round % ROUNDS_PER_BROADCAST == 0);
        List<Long> rest = rest(ports);
        sw.after(pause, () -> {
            if (rest.isEmpty()) {
                probeRound(sw, round + 1);
            } else {
                probeRound(sw, round, rest, pause);
            }
        });
    }

    /** Probes ports at once, but leaves other switches their turn after each slice. */
    private void probeNow(Switch sw, List<Long> ports) {
        probeSlice(sw, ports, true);
        List<Long> rest = rest(ports);
        if (!rest.isEmpty()) {
            sw.after(SLICE_PAUSE, () -> probeNow(sw, rest));
        }
    }

    /** @param broadcast whether to probe the edges for indirect links, too */
    private void probeSlice(Switch sw, List<Long> ports, boolean broadcast) {
        PortSet edges = topologyThread.snapshot().edges(sw.datapathId());
        slice(ports).forEach(port -> probe(sw, port, broadcast && edges.contains(port)));
    }

    private static <T> List<T> slice(List<T> ports) {
        return ports.subList(0, Math.min(PORTS_PER_SLICE, ports.size()));
    }

    private static <T> List<T> rest(List<T> ports) {
        return ports.subList(Math.min(PORTS_PER_SLICE, ports.size()), ports.size());
    }

    /** Sends a direct probe, and optionally an indirect one, if the port is up. */
    private void probe(Switch sw, long number, boolean broadcast) {
        Port port = sw.port(number).filter(Port::isUp).orElse(null);
        if (port == null || topologyThread.isStopped()) {
            return;
        }
        send(sw, port, Link.Kind.DIRECT);
        if (broadcast) {
            send(sw, port, Link.Kind.INDIRECT);
        }
    }

    private void send(Switch sw, Port port, Link.Kind kind) {
        var probe = new Probe(kind, new SwitchPort(sw.datapathId(), port.number()), System.nanoTime());
        sw.send(PacketOut.of(Bytes.of(format.frame(probe, port.address())), port.number()));
    }

    // Received probes, on the loop of the receiving switch

    @Override
    public void packetIns(Switch sw, PacketInBatch batch) {
        if (mayBeProbe(batch) && receive(sw, batch.packetIn()) == Next.STOP) {
            batch.stop();
            return;
        }
        do {
            batch.pass();
        } while (batch.hasNext() && !mayBeProbe(batch));
    }

    private static boolean mayBeProbe(PacketInBatch batch) {
        return Topology.mayBeProbe(batch.type(batch.position()));
    }

    /**
     * Handles a probe. LLDP frames are always consumed, because they must not be forwarded (IEEE 802.1AB section 7.1).
     * Other frames of the experimental EtherType are passed on.
     */
    private Next receive(Switch sw, PacketInContext in) {
        ProbeFormat.ReadResult result = format.read(in.frame());
        if (result instanceof Probe probe) {
            result = verify(sw, in, probe);
        }
        if (result instanceof ProbeOutcome outcome) {
            outcomes.increment(outcome);
        }
        boolean isForeign = in.frame().type() == ProbeFormat.TYPE_BROADCAST && result == ProbeOutcome.UNRECOGNIZED;
        return isForeign ? Next.PASS : Next.STOP;
    }

    /** Verifies and applies a probe with a valid signature. It can still be a copy that a host has sent. */
    private ProbeFormat.ReadResult verify(Switch sw, PacketInContext in, Probe probe) {
        var to = new SwitchPort(sw.datapathId(), in.inPort());
        if (probe.from().equals(to)) {
            return ProbeOutcome.IMPLAUSIBLE;
        }
        long ageNanos = in.receivedNanos() - probe.sentNanos();
        if (ageNanos > MAX_AGE_ROUNDS * timing.round.toNanos()
                || (probe.kind() == Link.Kind.DIRECT && !isFirstArrival(probe))) {
            return ProbeOutcome.REPLAYED;
        }
        var link = new Link(probe.from(), to, probe.kind());
        long transitNanos = Math.max(0, ageNanos - halfRoundTripNanos(sw) - halfRoundTripNanos(probe.from()));
        LinkActivity known = activities.get(link);
        if (known != null) {
            if (!known.record(probe.sentNanos(), in.receivedNanos(), transitNanos)) {
                return ProbeOutcome.REPLAYED;
            }
            accept(link, probe.sentNanos());
        } else {
            // a host can send copies of an indirect probe at any rate
            ProbedSwitch probed = switches.get(to.datapathId());
            if (probed == null || (!link.isDirect() && !probed.queue(link))) {
                return ProbeOutcome.REPLAYED;
            }
            var first = new LinkActivity(probe.sentNanos(), in.receivedNanos(), transitNanos);
            topologyThread.change(model -> {
                probed.dequeue(link);
                addLink(model, link, first, probe.sentNanos());
            });
        }
        return probe;
    }

    /** Counts a probe. Indirect probes do not count as delayed, because hosts can delay them. */
    private void accept(Link link, long sentNanos) {
        outcomes.increment(ProbeOutcome.ACCEPTED);
        if (!link.isDirect()) {
            return;
        }
        long delayNanos = System.nanoTime() - sentNanos;
        for (SwitchPort end : link.ends()) {
            ProbedSwitch probed = switches.get(end.datapathId());
            if (probed != null) {
                probed.probeDelayed(delayNanos, timing.round.toNanos());
            }
        }
    }

    /**
     * Returns whether this direct probe was sent after its port came up, and after all received ones of the port. A
     * probe counts only where it arrives first.
     */
    private boolean isFirstArrival(Probe probe) {
        PortProbes port = portProbes.get(probe.from());
        return port != null && port.isNewer(probe.sentNanos());
    }

    private long halfRoundTripNanos(SwitchPort at) {
        ProbedSwitch probed = switches.get(at.datapathId());
        return probed == null ? 0 : halfRoundTripNanos(probed.sw());
    }

    private static long halfRoundTripNanos(Switch sw) {
        return sw.roundTripTime().map(Duration::toNanos).orElse(0L) / 2;
    }

    // On the topology thread

    private void addLink(TopologyModel model, Link link, LinkActivity first, long sentNanos) {
        if (!model.isUp(link.from()) || !model.isUp(link.to())) {
            // a port went down after the probe was sent
            return;
        }
        long now = System.nanoTime();
        ProbeOutcome outcome = isRelayed(model, link, first, now) ? ProbeOutcome.SLOW : model.addLink(link, now);
        if (outcome != ProbeOutcome.ACCEPTED) {
            outcomes.increment(outcome);
            if (model.refuse(link, outcome, now)) {
                logRefusal(model, link, first, outcome);
            }
            return;
        }
        accept(link, sentNanos);
        if (model.hasLink(link)) {
            activities.put(link, first);
            if (!model.hasLink(link.reversed())) {
                probeReverse(link);
            }
        }
    }

    /**
     * Returns whether the latency shows that hosts relay the probes of a new direct link. It is not judged while
     * switches connect, or other probes of both switches are delayed as much, because the controller then reads probes
     * late.
     */
    private boolean isRelayed(TopologyModel model, Link link, LinkActivity first, long now) {
        return link.isDirect()
                && !model.hasLink(link)
                && now - lastConnectedNanos > timing.confirmation.toNanos()
                && first.latencyNanos()
                        > Math.min(
                                maxDelayNanos(link.from().datapathId()),
                                maxDelayNanos(link.to().datapathId()))
                && latencyCheck.isOutlier(link, first.latencyNanos(), now);
    }

    private void logRefusal(TopologyModel model, Link link, LinkActivity first, ProbeOutcome outcome) {
        String reason =
                switch (outcome) {
                    case PROVEN_EDGE ->
                        "a host is attached to port %s; if it is now a link between switches, set this port down and up"
                                .formatted(
                                        model.isProvenEdge(link.from(), System.nanoTime()) ? link.from() : link.to());
                    case SECOND_PEER ->
                        "one of the ports has a link to another port; if the cable has been moved, the new link is"
                                + " accepted when the old one has expired";
                    case SLOW ->
                        "its latency of %.1f ms is an outlier, hosts may relay the probes; if it is a cable, set"
                                        .formatted(first.latencyNanos() / 1e6)
                                + " app.topology.plausible-latency to a larger value";
                    case TOO_MANY -> "one of the ports has %d indirect links".formatted(TopologyModel.MAX_INDIRECT);
                    default -> outcome.toString();
                };
        refusals.log(Level.WARNING, "link %s refused: %s".formatted(link, reason));
    }

    /**
     * Probes the ports of indirect and refused links, and removes those links over which no probe arrives. The number
     * of ports is bounded, as a hostile switch could have many; the others are probed in the rounds only.
     */
    private void probeForeign(TopologyModel model) {
        long now = System.nanoTime();
        if (now - probedForeignNanos > 2 * FOREIGN_INTERVAL.toNanos()) {
            // the controller was paused: no probe could arrive
            foreignPausedNanos = now;
        }
        probedForeignNanos = now;
        if (now - foreignPausedNanos > FOREIGN_TIMEOUT.toNanos()) {
            model.forgetRefused(FOREIGN_TIMEOUT, now);
            removeLinks(model, dispensable(silentLinks(model, Link.Kind.INDIRECT, FOREIGN_TIMEOUT)));
        }
        Stream<SwitchPort> indirect =
                activities.keySet().stream().filter(link -> !link.isDirect()).map(Link::from);
        Map<Long, List<SwitchPort>> bySwitch = Stream.concat(indirect, model.refusedPorts().stream())
                .distinct()
                .sorted()
                .collect(Collectors.groupingBy(SwitchPort::datapathId));
        bySwitch.forEach((datapathId, ofSwitch) -> {
            ProbedSwitch probed = switches.get(datapathId);
            if (probed != null) {
                Switch sw = probed.sw();
                List<Long> ports = ofSwitch.stream()
                        .map(SwitchPort::port)
                        .limit(MAX_FOREIGN_PORTS)
                        .toList();
                sw.execute(() -> probeNow(sw, ports));
            }
        });
    }

    private void linkRemoved(Link link) {
        LinkActivity activity = activities.remove(link);
        if (activity != null && link.isDirect()) {
            latencyCheck.removed(link, activity.latencyNanos());
        }
    }

    /** Probes the link in the opposite direction, whose earlier probe may have arrived before this switch connected. */
    private void probeReverse(Link link) {
        ProbedSwitch probed = switches.get(link.to().datapathId());
        if (probed != null) {
            Switch sw = probed.sw();
            sw.execute(() -> probe(sw, link.to().port(), !link.isDirect()));
        }
    }

    private void connected(TopologyModel model, Switch sw, Set<Long> portsUp) {
        long datapathId = sw.datapathId();
        long now = System.nanoTime();
        boolean isReturning = model.hasSwitch(datapathId);
        boolean wasLost = isReturning && !model.isConnected(datapathId);
        model.addSwitch(datapathId, now);
        lastConnectedNanos = now;
        // the probes of an earlier connection are not continued
        probing.removeIf(port -> port.datapathId() == datapathId);
        PortDifference difference = applyPorts(model, datapathId, portsUp);
        if (isReturning) {
            for (Link link : model.links(datapathId)) {
                LinkActivity activity = activities.get(link);
                if (activity != null) {
                    activity.restart(now);
                }
            }
            sw.execute(() -> probeNow(sw, List.copyOf(portsUp)));
        }
        if (wasLost) {
            LOG.log(
                    Level.INFO,
                    "switch %s is connected again after %.1f s; ports: %d as before, %d removed, %d settling"
                            .formatted(
                                    sw,
                                    model.disconnectedNanos(datapathId, now) / 1e9,
                                    portsUp.size() - difference.unsettled,
                                    difference.gone,
                                    difference.unsettled));
        }
    }

    /** The numbers of ports of the model that a switch does not have any more, and of those that settle. */
    private record PortDifference(int gone, int unsettled) {}

    /** Makes the ports of a switch in the model those that are up. */
    private PortDifference applyPorts(TopologyModel model, long datapathId, Set<Long> portsUp) {
        List<SwitchPort> gone = model.ports(datapathId).stream()
                .filter(port -> !portsUp.contains(port.port()))
                .toList();
        gone.forEach(port -> settle(model, removePort(model, port)));
        List<SwitchPort> unsettled = portsUp.stream()
                .map(port -> new SwitchPort(datapathId, port))
                .filter(port -> !model.isSettled(port))
                .toList();
        unsettled.stream().filter(port -> !model.isUp(port)).forEach(port -> addPort(model, port));
        settle(model, unsettled);
        return new PortDifference(gone.size(), unsettled.size());
    }

    private void comparePorts(TopologyModel model, ProbedSwitch probed) {
        // first, so that a later change is queued
        probed.dequeueComparison();
        var _ = applyPorts(model, probed.sw().datapathId(), portsUp(probed.sw()));
    }

    /** Applies the latest change of a port. A port that went down and is up again has lost its links all the same. */
    private void changePort(TopologyModel model, ProbedSwitch probed, long number) {
        boolean isUp = probed.dequeuePort(number);
        var at = new SwitchPort(probed.sw().datapathId(), number);
        settle(model, removePort(model, at));
        if (isUp) {
            addPort(model, at);
            settle(model, List.of(at));
        }
    }

    private void addPort(TopologyModel model, SwitchPort at) {
        model.addPort(at);
        if (model.isUp(at)) {
            portProbes.put(at, new PortProbes(System.nanoTime(), FOREIGN_INTERVAL.toNanos()));
        }
    }

    private List<SwitchPort> removePort(TopologyModel model, SwitchPort at) {
        portProbes.remove(at);
        return model.removePort(at);
    }

    private void disconnected(TopologyModel model, Switch sw) {
        model.disconnect(sw.datapathId(), System.nanoTime());
        LOG.log(
                Level.WARNING,
                "switch %s lost its connection; its links and edges are kept for %.1f s"
                        .formatted(sw, timing.lostSwitch.toMillis() / 1e3));
    }

    private void removeExpired(TopologyModel model) {
        Duration timeout = timing.round.multipliedBy(LINK_TIMEOUT_ROUNDS);
        removeLinks(model, silentLinks(model, Link.Kind.DIRECT, timeout));
        removeLinks(model, silentLinks(model, Link.Kind.INDIRECT, timeout.multipliedBy(ROUNDS_PER_BROADCAST)));
        removeLostSwitches(model);
    }

    private void removeLostSwitches(TopologyModel model) {
        long now = System.nanoTime();
        for (Long datapathId : model.expired(timing.lostSwitch, now)) {
            long lostNanos = model.disconnectedNanos(datapathId, now);
            model.ports(datapathId).forEach(portProbes::remove);
            probing.removeIf(port -> port.datapathId() == datapathId);
            settle(model, model.removeSwitch(datapathId));
            LOG.log(
                    Level.WARNING,
                    "switch %s removed: it has not reconnected for %.1f s"
                            .formatted(DatapathId.toString(datapathId), lostNanos / 1e9));
        }
    }

    /**
     * Returns the links of a kind of which no probe was received for a time. Links of switches without a connection do
     * not expire.
     */
    private List<Link> silentLinks(TopologyModel model, Link.Kind kind, Duration time) {
        long now = System.nanoTime();
        return activities.entrySet().stream()
                .filter(entry -> now - entry.getValue().lastReceivedNanos() > time.toNanos())
                .map(Map.Entry::getKey)
                .filter(link -> link.kind() == kind
                        && link.ends().stream().allMatch(end -> model.isConnected(end.datapathId())))
                .toList();
    }

    /** Returns those links without which, in both directions, their switches are still connected. */
    private List<Link> dispensable(List<Link> links) {
        if (links.isEmpty()) {
            return links;
        }
        Set<Link> left = new HashSet<>(topologyThread.snapshot().links());
        for (Link link : links) {
            left.remove(link);
            // Its probes, which arrive at other times, end as well.
            left.remove(link.reversed());
        }
        var components = new DisjointSets<Long>(Comparator.naturalOrder());
        left.forEach(
                link -> components.union(link.from().datapathId(), link.to().datapathId()));
        components.flatten();
        return links.stream()
                .filter(link -> components
                        .representative(link.from().datapathId())
                        .equals(components.representative(link.to().datapathId())))
                .toList();
    }

    private void removeLinks(TopologyModel model, List<Link> expired) {
        expired.forEach(link -> settle(model, model.removeLink(link)));
        if (!expired.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "links removed, no probe received: %s%s"
                            .formatted(
                                    expired.getFirst(),
                                    expired.size() == 1 ? "" : " and %d others".formatted(expired.size() - 1)));
        }
    }

    /**
     * Starts to settle ports that are up: those that are new, and those that lost their direct link. The ports of a
     * switch without a connection remain unsettled until it returns.
     */
    private void settle(TopologyModel model, Collection<SwitchPort> ports) {
        var token = new Object();
        ports.forEach(at -> model.unsettle(at, token));
        Map<Long, List<SwitchPort>> bySwitch = ports.stream().collect(Collectors.groupingBy(SwitchPort::datapathId));
        bySwitch.forEach((datapathId, ofSwitch) -> {
            ProbedSwitch probed = switches.get(datapathId);
            if (probed != null) {
                Switch sw = probed.sw();
                List<SwitchPort> idle = ofSwitch.stream().filter(probing::add).toList();
                sw.execute(() -> probeDirect(sw, idle, token));
            }
        });
    }

    /** Ends the settling of ports. Those that were down in the meantime settle again. */
    private void endSettling(TopologyModel model, List<SwitchPort> ports, Object token) {
        ports.forEach(at -> {
            probing.remove(at);
            model.settle(at, token, System.nanoTime());
        });
        settle(
                model,
                ports.stream()
                        .filter(at -> model.isUp(at) && !model.isSettled(at))
                        .toList());
    }

    // The service

    @Override
    public TopologySnapshot snapshot() {
        return topologyThread.snapshot();
    }

    @Override
    public Optional<Duration> latency(Link link) {
        return Optional.ofNullable(activities.get(link)).map(LinkActivity::latency);
    }

    @Override
    public void hostSeen(SwitchPort at) {
        // queued once, however often hosts appear at the port meanwhile
        if (queuedHosts.add(at)) {
            topologyThread.change(model -> {
                queuedHosts.remove(at);
                model.hostSeen(at, System.nanoTime());
            });
        }
    }

    @Override
    public void loopSuspected(SwitchPort at) {
        PortProbes port = portProbes.get(at);
        ProbedSwitch probed = switches.get(at.datapathId());
        if (port != null && probed != null && port.mayRequest(System.nanoTime(), FOREIGN_INTERVAL.toNanos())) {
            Switch sw = probed.sw();
            sw.execute(() -> probe(sw, at.port(), true));
        }
    }

    /** Returns the number of changes that have not been applied. */
    int queuedChanges() {
        return topologyThread.queued();
    }

    /** Returns the number of ports of which the times of probes are kept. */
    int portsWithProbes() {
        return portProbes.size();
    }

    @Override
    public Map<ProbeOutcome, Long> probeCounters() {
        return outcomes.values();
    }

    /** Adds a listener. Its first call reports everything that exists as added. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addListener(TopologyListener listener) {
        topologyThread.addListener(listener);
    }

    /**
     * Removes a listener. No call follows the return of this method, unless a call in progress takes longer than five
     * seconds.
     */
    public void removeListener(TopologyListener listener) {
        topologyThread.removeListener(listener);
    }
}

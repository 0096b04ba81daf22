package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchEvent.Connected;
import net.beaconcontroller.api.SwitchEvent.Disconnected;
import net.beaconcontroller.api.SwitchEvent.PortChanged;
import net.beaconcontroller.api.SwitchEvent.PortDown;
import net.beaconcontroller.api.SwitchEvent.PortUp;
import net.beaconcontroller.api.SwitchEvent.RoleChanged;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.openflow.PortNumber;
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
 * <p>Probes are sent and received on the loops of their switches, by {@link ProbeSender} and {@link ProbeReceiver}.
 * Everything that changes the topology is applied to the {@link TopologyModel} on the {@link TopologyThread}: {@link
 * SwitchChanges} follows the switches and their ports, {@link PortSettling} decides which ports are edges, {@link
 * LinkAdmission} adds links and {@link LinkExpiry} removes them.
 */
@Component
public final class LinkDiscovery implements PacketInBatchListener, SwitchListener, Topology, AutoCloseable {
    static final System.Logger LOG = System.getLogger("topology");

    private final ProbedSwitches switches = new ProbedSwitches();
    private final ProbedPorts ports;
    /** The edges at which a host was seen, while this is queued. */
    private final Set<SwitchPort> queuedHosts = ConcurrentHashMap.newKeySet();

    private final EnumCounters<ProbeOutcome> outcomes = new EnumCounters<>(ProbeOutcome.class);
    private final LinkActivities activities;
    private final TopologyThread topologyThread;
    private final ProbeSender sender;
    private final ProbeReceiver receiver;
    private final SwitchChanges changes;

    @Activate
    public LinkDiscovery(@Reference ApplicationSettings settings, @Reference Controller controller) {
        this(Timing.of(settings), controller.threads());
    }

    LinkDiscovery(Timing timing, Threads threads) {
        Time time = threads.time();
        ports = new ProbedPorts(time);
        var format = new ProbeFormat();
        activities = new LinkActivities(timing.plausibleLatency(), time);
        topologyThread = new TopologyThread(new TopologyModel(timing.confirmation(), activities::removed), threads);
        sender = new ProbeSender(format, timing.round(), ports, topologyThread);
        var loops = new LoopDetector(ports, sender, topologyThread, threads);
        var settling = new PortSettling(timing.settling(), switches, sender, topologyThread);
        var admission = new LinkAdmission(timing, switches, activities, sender, outcomes, threads);
        receiver = new ProbeReceiver(
                format, timing, switches, ports, activities, admission, loops, outcomes, topologyThread);
        changes = new SwitchChanges(
                timing.lostSwitch(), switches, activities, ports, sender, settling, admission, topologyThread);
        var expiry = new LinkExpiry(timing.round(), switches, activities, sender, settling, time);
        topologyThread.changeEach(Duration.ofSeconds(1), model -> {
            expiry.removeExpired(model);
            changes.removeLost(model);
        });
        topologyThread.changeEach(LinkExpiry.FOREIGN_INTERVAL, expiry::probeForeign);
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
        ProbedSwitch probed = switches.add(sw);
        Set<Long> portsUp = SwitchChanges.portsUp(sw);
        topologyThread.change(model -> changes.connected(model, probed, portsUp));
        sender.startRounds(sw);
    }

    private void disconnected(Switch sw) {
        if (switches.remove(sw)) {
            int portsHash = RestartEvidence.portsHash(sw);
            topologyThread.change(model -> changes.disconnected(model, sw, portsHash));
        }
    }

    /**
     * Queues the change of a port, once however often the port changes until the change is applied. If changes of too
     * many ports of the switch are queued, a comparison of all its ports is queued instead.
     */
    private void portChanged(Switch sw, long number, boolean isUp) {
        ProbedSwitch probed = switches.of(sw);
        if (!PortNumber.isStandard(number) || probed == null) {
            // no port, or a switch that another connection has replaced
            return;
        }
        switch (probed.queuePort(number, isUp)) {
            case CHANGE -> topologyThread.change(model -> changes.changePort(model, probed, number));
            case COMPARISON -> topologyThread.change(model -> changes.comparePorts(model, probed));
            case NONE -> {}
        }
    }

    // Received probes, on the loop of the receiving switch

    @Override
    public void packetIns(Switch sw, PacketInBatch batch) {
        if (mayBeProbe(batch) && receiver.receive(sw, batch.packetIn()) == Next.STOP) {
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

    // The service

    @Override
    public TopologySnapshot snapshot() {
        return topologyThread.snapshot();
    }

    @Override
    public Optional<Duration> latency(Link link) {
        return activities.latency(link);
    }

    @Override
    public void hostSeen(SwitchPort at) {
        // queued once, however often hosts appear at the port meanwhile
        if (queuedHosts.add(at)) {
            topologyThread.change(model -> {
                queuedHosts.remove(at);
                model.hostSeen(at, topologyThread.nowNanos());
            });
        }
    }

    @Override
    public void loopSuspected(SwitchPort at) {
        ProbedSwitch probed = switches.of(at.datapathId());
        if (probed != null && ports.mayRequest(at)) {
            Switch sw = probed.sw();
            sw.execute(() -> sender.probe(sw, at.port(), true));
        }
    }

    /** Returns the number of changes that have not been applied. */
    int queuedChanges() {
        return topologyThread.queued();
    }

    /** Returns the number of ports of which the times of probes are kept. */
    int portsWithProbes() {
        return ports.count();
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

package net.beaconcontroller.routing;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.FlowReconciler;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.DeviceEvent;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.AddressesChanged;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.devices.DeviceEvent.Removed;
import net.beaconcontroller.devices.DeviceListener;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.devices.LocalDevices;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.packet.BridgeAddresses;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.routing.FlowBudget.Grant;
import net.beaconcontroller.topology.PortSet;
import net.beaconcontroller.topology.RefusedLink;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologyListener;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The forwarding application. It installs a flow for a packet between two ports of one switch, and a path of flows for
 * a packet across switches. Broadcasts for a single host are sent to that host only; all others are flooded.
 *
 * <p>A packet with the source address of a host that is attached to another port is not forwarded. {@link FlowBudget}
 * and {@link Flooder} limit the flows, paths and packet-outs that the hosts at a port cause.
 *
 * <p>A flow matches the ingress port, both MAC addresses and the VLAN. Packets are handled on the loops of their
 * switches, topology changes and device events on the threads of those applications; {@link InstalledPaths} is the
 * shared state.
 */
@Component
@Pipeline(
        value = Stage.FORWARD,
        before = {"learningswitch", "simpleswitch", "hub"})
public final class Forwarder
        implements PacketInBatchListener,
                MessageListener,
                SwitchListener,
                TopologyListener,
                DeviceListener,
                FlowReconciler,
                Forwarding {

    /** Longer than packets from a port are handled after its removal. */
    private static final Duration PORT_REMOVAL_DELAY = Duration.ofSeconds(10);

    private final Controller controller;
    private final Topology topology;
    private final Devices devices;
    private final EnumCounters<ForwardingOutcome> counters = new EnumCounters<>(ForwardingOutcome.class);
    private final Flooder flooder;
    private final BroadcastResolver resolver;
    private final ClaimCheck claims;
    private final InBandBroadcasts inBand;
    private final InstalledPaths paths;
    private final InspectionFlows inspection;
    private final HostPairFlow localFlow;
    private final PerSwitch<Edges> edges = PerSwitch.of(Edges::new);
    private final PerSwitch<FlowBudget> budgets;
    private final HeldPackets held;
    private final RateLimitedLog reconciliationLog;
    private volatile ReachFilter reach = ReachFilter.ALL;
    /** Without links until {@link #setEngine} is called. */
    private volatile RoutingEngine engine = new ShortestPaths(LinkWeights.HOPS);

    @Activate
    public Forwarder(
            @Reference ApplicationSettings settings,
            @Reference Controller controller,
            @Reference Topology topology,
            @Reference Devices devices) {
        this.controller = controller;
        this.topology = topology;
        this.devices = devices;
        this.paths = new InstalledPaths(controller);
        this.inspection = new InspectionFlows(
                controller,
                settings.bool(
                        "arp-inspection",
                        true,
                        "whether switches send ARP and Neighbor Discovery with unverified addresses to the "
                                + "controller, which checks them"));
        this.localFlow = HostPairFlow.DEFAULT
                .withCookie(paths.localCookie())
                .withPriority(FlowEntry.PRIORITY)
                .withIdleTimeoutSeconds(FlowEntry.IDLE_TIMEOUT_SECONDS);
        FlowBudget.Limits limits = FlowBudget.Limits.of(settings);
        this.budgets = PerSwitch.of(() -> new FlowBudget(limits, paths, controller.threads()));
        this.flooder = new Flooder(controller, topology, this::mayReach, Flooder.Rates.of(settings), counters);
        this.resolver = new BroadcastResolver(devices);
        this.claims = new ClaimCheck(devices);
        this.inBand = new InBandBroadcasts(controller);
        this.held =
                new HeldPackets(this::isDecided, counters, controller.threads().time());
        this.reconciliationLog = new RateLimitedLog(
                System.getLogger(FlowReconciliation.class.getPackageName()), 1, controller.threads());
    }

    /** Ends the thread of the flooder, and deletes the flows that do not expire. */
    @Deactivate
    public void close() {
        inspection.close();
        flooder.close();
    }

    /** Sets the engine that computes the paths from now on. */
    @Reference(policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    public void setEngine(RoutingEngine engine) {
        this.engine = engine;
    }

    /** Does nothing, because the replacement is set first. */
    void unsetEngine(RoutingEngine engine) {}

    @Override
    public void setReachFilter(ReachFilter filter) {
        reach = filter;
    }

    private boolean mayReach(SwitchPort from, SwitchPort to) {
        return reach.mayReach(from, to);
    }

    /** The edges of one switch in the latest snapshot, cached on its loop. */
    private static final class Edges {
        private TopologySnapshot snapshot = TopologySnapshot.EMPTY;
        /** Those whose packets need no checks that depend on broadcast domains. */
        private PortSet ports = PortSet.NONE;
        /** Those of flood domains, within which no packets are forwarded. */
        private PortSet inFloodDomains = PortSet.NONE;

        Edges in(TopologySnapshot now, long datapathId) {
            if (now != snapshot) {
                snapshot = now;
                ports = now.edgesOutsideSharedDomains(datapathId);
                inFloodDomains = now.floodDomainEdges(datapathId);
            }
            return this;
        }

        boolean mayBeInOneFloodDomain(long one, long other) {
            return inFloodDomains.contains(one) && inFloodDomains.contains(other);
        }
    }

    @Override
    public void packetIns(Switch sw, PacketInBatch batch) {
        TopologySnapshot now = topology.snapshot();
        Edges edgesHere = edges.of(sw).in(now, sw.datapathId());
        LocalDevices here = devices.on(sw);
        FlowBudget budget = budgets.of(sw);
        int local = addLocalFlows(sw, batch, edgesHere, here, budget);
        while (batch.hasNext()) {
            forward(now, sw, batch.packetIn());
            batch.stop();
            local += addLocalFlows(sw, batch, edgesHere, here, budget);
        }
        if (local > 0) {
            counters.add(ForwardingOutcome.LOCAL, local);
        }
    }

    /**
     * Handles the next packets whose output port {@link #localPort} knows. This is a loop of its own, without {@link
     * #forward}, so that the compiler can inline all of it. Returns the number of flows.
     */
    private int addLocalFlows(Switch sw, PacketInBatch batch, Edges edgesHere, LocalDevices here, FlowBudget budget) {
        int added = 0;
        int table = FlowKey.FIRST_TABLE;
        while (batch.hasNext()) {
            int at = batch.position();
            long port = localPort(edgesHere, here, batch);
            if (port == PortNumber.ANY) {
                break;
            }
            Grant grant = budget.takeFlow(sw, batch.inPort(at), batch.receivedNanos());
            if (grant == Grant.FLOW) {
                if (batch.tableId(at) != table) {
                    table = batch.tableId(at);
                    inspection.extendTo(sw, table);
                }
                sw.addFlow(localFlow, batch, port);
                added++;
            } else {
                var to = new SwitchPort(sw.datapathId(), port);
                forwardWithoutFlow(grant, sw, batch.packetIn(), to, ForwardingOutcome.WITHOUT_FLOW);
            }
            batch.stop();
        }
        return added;
    }

    /**
     * Returns the output port of a unicast packet between two hosts at these edges of the same switch, which is the
     * most frequent case; else {@link PortNumber#ANY}. A packet that can claim an address is checked by {@link
     * #forward}.
     */
    private static long localPort(Edges edgesHere, LocalDevices here, PacketInBatch batch) {
        int at = batch.position();
        long inPort = batch.inPort(at);
        long destination = batch.destination(at);
        if (MacAddress.isGroup(destination) || !edgesHere.ports.contains(inPort)) {
            return PortNumber.ANY;
        }
        int type = batch.type(at);
        if (type == Ethernet.TYPE_ARP
                || (type == Ethernet.TYPE_IPV6
                        && ClaimCheck.mayClaim(batch.packetIn().frame()))) {
            return PortNumber.ANY;
        }
        int vlan = batch.vlan(at);
        long to = here.port(destination, vlan);
        return to != inPort
                        && here.port(batch.source(at), vlan) == inPort
                        && !edgesHere.mayBeInOneFloodDomain(inPort, to)
                ? to
                : PortNumber.ANY;
    }

    private void forward(TopologySnapshot now, Switch sw, PacketInContext in) {
        var at = new SwitchPort(sw.datapathId(), in.inPort());
        boolean edge = now.isEdge(at);
        if (!edge && !now.isInfrastructure(at)) {
            if (now.isLooped(at)) {
                drop(sw, in, ForwardingOutcome.LOOPED);
            } else {
                hold(sw, at, in, ForwardingOutcome.UNSETTLED);
            }
            return;
        }
        if (edge && isElsewhere(now, at, in.frame())) {
            if (MacAddress.isGroup(in.frame().destination()) && flooder.isDuplicate(at, in)) {
                topology.loopSuspected(at);
            }
            hold(sw, at, in, ForwardingOutcome.SOURCE_ELSEWHERE);
            return;
        }
        if (edge && claims.isForged(now, at, in.frame())) {
            hold(sw, at, in, ForwardingOutcome.FORGED_CLAIM);
            return;
        }
        if (edge && isForFloodingPort(now, at, in.frame())) {
            hold(sw, at, in, ForwardingOutcome.NOT_DESIGNATED);
            return;
        }
        long destination = in.frame().destination();
        if (edge && now.isInSharedDomain(at) && !isAccepted(now, at, in)) {
            drop(sw, in, ForwardingOutcome.NOT_DESIGNATED);
        } else if (!MacAddress.isGroup(destination)) {
            unicast(now, sw, at, in);
        } else {
            SwitchPort from = edge ? at : inBandSender(now, at, in.frame());
            if (from == null || BridgeAddresses.isNotForwarded(destination)) {
                drop(sw, in, ForwardingOutcome.NOT_FORWARDED);
            } else {
                broadcast(now, sw, from, in);
                sw.drop(in);
            }
        }
    }

    private @Nullable SwitchPort inBandSender(TopologySnapshot now, SwitchPort at, Ethernet frame) {
        SwitchPort sender = inBand.sender(now, at, frame.source());
        return sender == null || claims.isForged(now, sender, frame) ? null : sender;
    }

    /**
     * Returns whether the source of a frame is attached elsewhere than at this edge. False in a shared domain. In a
     * flood domain, bridges may send a unicast frame out of any of their ports.
     */
    private boolean isElsewhere(TopologySnapshot now, SwitchPort at, Ethernet frame) {
        SwitchPort source = devices.attachment(frame.source(), frame.vlan());
        return source != null
                && !source.equals(at)
                && !now.isInSharedDomain(at)
                && (MacAddress.isGroup(frame.destination()) || !now.areInOneFloodDomain(source, at));
    }

    /**
     * Returns whether a broadcast is left to the flooding port of the flood domain, because it arrives at all ports of
     * the domain, and its source is not attached to any. False in a shared domain.
     */
    private boolean isForFloodingPort(TopologySnapshot now, SwitchPort at, Ethernet frame) {
        return MacAddress.isGroup(frame.destination())
                && now.isInFloodDomain(at)
                && !now.isInSharedDomain(at)
                && !now.floodingPort(at).equals(at)
                && devices.attachment(frame.source(), frame.vlan()) == null;
    }

    /** Holds a packet, or drops it with this outcome. */
    private void hold(Switch sw, SwitchPort at, PacketInContext in, ForwardingOutcome dropped) {
        held.hold(sw, at, in, dropped);
        sw.drop(in);
    }

    /** Returns whether a frame that was received at a port can be forwarded. */
    private boolean isDecided(SwitchPort at, Ethernet frame) {
        TopologySnapshot now = topology.snapshot();
        return now.isInfrastructure(at)
                ? MacAddress.isGroup(frame.destination())
                        || devices.attachment(frame.destination(), frame.vlan()) != null
                : (now.isEdge(at)
                        && !isElsewhere(now, at, frame)
                        && !claims.isForged(now, at, frame)
                        && !isForFloodingPort(now, at, frame));
    }

    /**
     * Returns whether to handle a frame that was received at an edge of a shared broadcast domain, because the same
     * frame can arrive at each edge of the domain. A group frame is handled at the attachment of its source. A unicast
     * frame is handled where it arrives first: the bridges of the domain send it out of any edge, and it may be in
     * transit from a host outside. A frame from an unknown source is handled at the flooding port.
     */
    private boolean isAccepted(TopologySnapshot now, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        SwitchPort source = devices.attachment(frame.source(), frame.vlan());
        if (source == null) {
            return now.floodingPort(at).equals(at);
        }
        return MacAddress.isGroup(frame.destination()) ? source.equals(at) : isFirstCopy(at, in);
    }

    /** Returns whether a unicast frame was not received at another port before. A flood is checked later. */
    private boolean isFirstCopy(SwitchPort at, PacketInContext in) {
        return devices.attachment(in.frame().destination(), in.frame().vlan()) == null || flooder.isFirst(at, in);
    }

    // Unicast

    private void unicast(TopologySnapshot now, Switch sw, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        SwitchPort to = devices.attachment(frame.destination(), frame.vlan());
        if (to == null) {
            if (now.isEdge(at)) {
                flood(now, sw, at, in);
                sw.drop(in);
            } else {
                hold(sw, at, in, ForwardingOutcome.UNREACHABLE);
            }
        } else if (now.areInOneFloodDomain(to, at)) {
            drop(sw, in, ForwardingOutcome.TO_INGRESS_PORT);
        } else if (!now.isConnected(to.datapathId())) {
            drop(sw, in, ForwardingOutcome.UNREACHABLE);
        } else if (ClaimCheck.mayClaim(frame)) {
            forwardClaim(now, sw, at, in, to);
        } else if (to.datapathId() == at.datapathId() && now.isEdge(at)) {
            installLocal(sw, in, to);
        } else {
            installPath(sw, at, in, to, List.of(), ForwardingOutcome.ROUTED);
        }
    }

    /** Forwards ARP or Neighbor Discovery, by a flow of its own if the address is known to belong to the source. */
    private void forwardClaim(TopologySnapshot now, Switch sw, SwitchPort at, PacketInContext in, SwitchPort to) {
        Ethernet frame = in.frame();
        boolean isAttached = now.isEdge(at) && at.equals(devices.attachment(frame.source(), frame.vlan()));
        List<Oxm> claim = isAttached ? claims.verified(frame, sw.version()) : List.of();
        if (claim.isEmpty()) {
            Grant grant = budgets.of(sw).takePacketOut(at.port(), in.receivedNanos());
            forwardWithoutFlow(grant, sw, in, to, ForwardingOutcome.INSPECTED);
        } else if (to.datapathId() == at.datapathId()) {
            Grant grant = budgets.of(sw).takeFlow(sw, at.port(), in.receivedNanos());
            if (grant == Grant.FLOW) {
                install(sw, new FlowEntry(flowOf(in, claim), at), to);
            }
            forwardWithoutFlow(grant, sw, in, to, ForwardingOutcome.INSPECTED);
        } else {
            installPath(sw, at, in, to, claim, ForwardingOutcome.INSPECTED);
        }
    }

    private static FlowKey flowOf(PacketInContext in, List<Oxm> claim) {
        Ethernet frame = in.frame();
        return new FlowKey(in.tableId(), frame.vlan(), frame.source(), frame.destination(), claim);
    }

    private void drop(Switch sw, PacketInContext in, ForwardingOutcome outcome) {
        counters.increment(outcome);
        sw.drop(in);
    }

    private void installLocal(Switch sw, PacketInContext in, SwitchPort to) {
        Grant grant = budgets.of(sw).takeFlow(sw, in.inPort(), in.receivedNanos());
        if (grant == Grant.FLOW) {
            counters.increment(ForwardingOutcome.LOCAL);
            inspection.extendTo(sw, in.tableId());
            sw.addFlow(localFlow, in, to.port());
        } else {
            forwardWithoutFlow(grant, sw, in, to, ForwardingOutcome.WITHOUT_FLOW);
        }
    }

    private void forwardWithoutFlow(
            Grant grant, Switch sw, PacketInContext in, SwitchPort to, ForwardingOutcome outcome) {
        if (grant == Grant.NONE) {
            drop(sw, in, ForwardingOutcome.RATE_LIMITED);
        } else if (to.datapathId() == sw.datapathId()) {
            counters.increment(outcome);
            sw.packetOut(in).output(to.port()).send();
        } else if (in.isTruncated()) {
            drop(sw, in, ForwardingOutcome.TRUNCATED);
        } else {
            flooder.send(to, Flooder.frame(in));
            drop(sw, in, outcome);
        }
    }

    /** Installs a path, and sends the packet out of its egress port, so that the packet does not overtake the flows. */
    private void installPath(
            Switch sw, SwitchPort at, PacketInContext in, SwitchPort to, List<Oxm> claim, ForwardingOutcome outcome) {
        Grant grant = budgets.of(sw).takePath(sw, at.port(), in.receivedNanos());
        if (grant != Grant.FLOW) {
            forwardWithoutFlow(grant, sw, in, to, ForwardingOutcome.WITHOUT_FLOW);
            return;
        }
        InstalledPath path = installPath(sw, flowOf(in, claim), at);
        if (path == null) {
            drop(sw, in, ForwardingOutcome.UNREACHABLE);
            return;
        }
        counters.increment(outcome);
        if (in.isTruncated()) {
            sw.packetOut(in).output(path.outputPort(at)).send();
        } else {
            flooder.send(path.egress(), Flooder.frame(in));
            sw.drop(in);
        }
    }

    private @Nullable InstalledPath installPath(Switch sw, FlowKey flow, SwitchPort at) {
        inspection.extendTo(sw, flow.table());
        return paths.install(
                flow,
                at,
                () -> devices.attachment(flow.destination(), flow.vlan()),
                () -> engine.routes(topology.snapshot()));
    }

    // Broadcast

    private void broadcast(TopologySnapshot now, Switch sw, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        List<Device> targets = resolver.targets(frame, in.receivedNanos()).stream()
                .filter(target -> isReachable(now, at, target))
                .toList();
        if (targets.isEmpty() || in.isTruncated()) {
            flood(now, sw, at, in);
            return;
        }
        if (!flooder.mayCopy(sw, at, in.receivedNanos())) {
            counters.increment(ForwardingOutcome.RATE_LIMITED);
            return;
        }
        counters.increment(ForwardingOutcome.UNICAST);
        for (Device target : targets) {
            target.attachment()
                    .filter(to -> !now.areInOneFloodDomain(to, at) && mayReach(at, to))
                    .ifPresent(to -> flooder.send(to, withDestination(target.mac(), in)));
        }
    }

    /** Returns whether a broadcast for this host reaches it where it is attached. Otherwise it may be elsewhere now. */
    private static boolean isReachable(TopologySnapshot now, SwitchPort at, Device target) {
        return target.attachment()
                .filter(to -> now.isConnected(to.datapathId()) && now.areConnected(at.datapathId(), to.datapathId()))
                .isPresent();
    }

    private void flood(TopologySnapshot now, Switch sw, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        flooder.flood(now, sw, at, at.equals(devices.attachment(frame.source(), frame.vlan())), in);
    }

    private static Bytes withDestination(long mac, PacketInContext in) {
        byte[] frame = Arrays.copyOfRange(in.array(), in.frameOffset(), in.frameOffset() + in.frameLength());
        ByteAccess.putMac(frame, 0, mac);
        return Bytes.of(frame);
    }

    // Events

    @Override
    public Next message(Switch sw, long xid, Message message) {
        switch (message) {
            case FlowRemoved flow
            when FlowEntry.COOKIES.contains(flow.cookie()) -> {
                paths.flowRemoved(sw.datapathId(), flow.cookie());
                inspection.flowRemoved(sw, flow);
            }
            case ErrorMessage error -> budgets.of(sw).refused(sw, error);
            default -> {}
        }
        return Next.PASS;
    }

    @Override
    public CookieRange reconciledFlows() {
        return FlowEntry.COOKIES;
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        switch (event) {
            case SwitchEvent.Connected(Switch sw) -> {
                inspection.connected(sw);
                new FlowReconciliation(
                                sw, topology, devices, paths, inspection, new EntryInstaller(), reconciliationLog)
                        .begin();
            }
            case SwitchEvent.Disconnected(Switch sw) -> held.disconnected(sw);
            case SwitchEvent.PortDown(Switch sw, Port port) ->
                sw.after(PORT_REMOVAL_DELAY, () -> forgetBudgets(sw, port.number()));
            default -> {}
        }
    }

    /** Forgets the budgets of a port unless it is only down: then, its host could renew them. */
    private void forgetBudgets(Switch sw, long port) {
        if (sw.port(port).isEmpty()) {
            flooder.portRemoved(sw, port);
            budgets.of(sw).portRemoved(port);
        }
    }

    /** Installs the flow of an entry at an edge to its destination. Returns false if no path exists. */
    private boolean install(Switch sw, FlowEntry entry, SwitchPort to) {
        if (to.datapathId() == sw.datapathId()) {
            inspection.extendTo(sw, entry.flow().table());
            sw.send(entry.add(paths.localCookie(), to.port(), 0));
            return true;
        }
        return installPath(sw, entry.flow(), entry.in()) != null;
    }

    /** The part of this application that {@link FlowReconciliation} uses. */
    private final class EntryInstaller implements FlowReconciliation.Installer {
        @Override
        public boolean install(Switch sw, FlowEntry entry, SwitchPort to) {
            return Forwarder.this.install(sw, entry, to);
        }

        @Override
        public boolean hasPath(Switch sw, SwitchPort to) {
            return engine.routes(topology.snapshot())
                    .cost(sw.datapathId(), to.datapathId())
                    .isPresent();
        }
    }

    @Override
    public void topologyChanged(TopologyChange change) {
        // Before paths are rerouted, which can be over a new link between former edges.
        change.edgesRemoved().forEach(this::deleteFlows);
        counters.add(ForwardingOutcome.REROUTED, paths.topologyChanged(change, engine.routes(change.after())));
        Stream.concat(change.refusedAdded().stream().map(RefusedLink::link), change.linksAdded().stream())
                .filter(link -> change.after().areInOneFloodDomain(link.from(), link.to()))
                .forEach(link -> {
                    deleteFlows(link.from(), link.to());
                    deleteFlows(link.to(), link.from());
                });
        if (!change.edgesAdded().isEmpty() || !change.linksAdded().isEmpty()) {
            held.release();
        }
    }

    /** Deletes the flows between two ports of a flood domain, whose packets could follow them in a loop. */
    private void deleteFlows(SwitchPort from, SwitchPort to) {
        paths.remove(from, to);
        if (from.datapathId() == to.datapathId()) {
            controller
                    .switchOf(from.datapathId())
                    .ifPresent(sw -> sw.send(FlowEntry.COOKIES
                            .delete(sw.version())
                            .outPort(to.port())
                            .match(Field.IN_PORT.is(from.port()))
                            .build()));
        }
    }

    /**
     * Deletes the flows to and from a port that is no longer an edge: two messages, however many hosts were attached.
     * The flows from it could accept packets of another host that is attached later.
     */
    private void deleteFlows(SwitchPort port) {
        controller
                .switchOf(port.datapathId())
                .filter(Forwarder::canSelectByCookie)
                .ifPresent(sw -> {
                    sw.send(FlowEntry.COOKIES
                            .delete(sw.version())
                            .outPort(port.port())
                            .build());
                    deleteFlowsFrom(sw, port);
                });
    }

    private static void deleteFlowsFrom(Switch sw, SwitchPort port) {
        sw.send(FlowEntry.COOKIES
                .delete(sw.version())
                .match(Field.IN_PORT.is(port.port()))
                .build());
    }

    @Override
    public void deviceChanged(DeviceEvent event) {
        switch (event) {
            case Moved(Device device, SwitchPort from) -> {
                hostLeft(device, from);
                held.release();
            }
            case Detached(Device device, SwitchPort from) -> hostLeft(device, from);
            case Removed(Device device, var _) -> device.attachment().ifPresent(from -> hostLeft(device, from));
            case Attached _ -> held.release();
            case AddressesChanged(Device device, Device before) -> {
                if (!device.ipv4Addresses().containsAll(before.ipv4Addresses())
                        || !device.ipv6Addresses().containsAll(before.ipv6Addresses())) {
                    deleteClaims(device);
                }
                held.release();
            }
            case Added _ -> held.release();
        }
    }

    /** Deletes the flows for claims of a host, which has lost an address. */
    private void deleteClaims(Device device) {
        paths.removeClaims(device.vlan(), device.mac());
        device.attachment().flatMap(at -> controller.switchOf(at.datapathId())).ifPresent(sw -> {
            for (int type : new int[] {Ethernet.TYPE_ARP, Ethernet.TYPE_IPV6}) {
                sw.send(FlowEntry.COOKIES
                        .delete(sw.version())
                        .match(Field.ETH_SRC.is(device.mac()), Field.ETH_TYPE.is(type))
                        .build());
            }
        });
    }

    /** Returns whether a delete of all flows to a port leaves those of others alone. */
    private static boolean canSelectByCookie(Switch sw) {
        return sw.version().isAtLeast(Version.OF11);
    }

    /** Removes the flows to and from a port that a host has left. */
    private void hostLeft(Device device, SwitchPort from) {
        paths.remove(device.vlan(), device.mac());
        boolean isEdge = topology.snapshot().isEdge(from);
        controller.switchOf(from.datapathId()).ifPresent(sw -> {
            if (!isEdge && canSelectByCookie(sw)) {
                // They were deleted together with those of the other hosts at the port.
                return;
            }
            deleteFlowsTo(sw, device, from);
            sw.send(FlowEntry.COOKIES
                    .delete(sw.version())
                    .match(Field.IN_PORT.is(from.port()), Field.ETH_SRC.is(device.mac()))
                    .build());
        });
    }

    private static void deleteFlowsTo(Switch sw, Device device, SwitchPort port) {
        sw.send(FlowEntry.COOKIES
                .delete(sw.version())
                .outPort(port.port())
                .match(Field.ETH_DST.is(device.mac()))
                .build());
    }

    @Override
    public void forget(SwitchPort port) {
        paths.remove(port);
        deleteFlows(port);
        controller
                .switchOf(port.datapathId())
                .filter(sw -> !canSelectByCookie(sw))
                .ifPresent(sw -> {
                    devices.at(port).forEach(device -> deleteFlowsTo(sw, device, port));
                    deleteFlowsFrom(sw, port);
                });
    }

    @Override
    public Map<ForwardingOutcome, Long> counters() {
        return counters.values();
    }

    @Override
    public int pathCount() {
        return paths.size();
    }

    @Override
    public int heldCount() {
        return held.count();
    }
}

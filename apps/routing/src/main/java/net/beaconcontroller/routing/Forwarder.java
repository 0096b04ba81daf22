package net.beaconcontroller.routing;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.common.ByteAccess;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.concurrent.EnumCounters;
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
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.topology.PortSet;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologyListener;
import net.beaconcontroller.topology.TopologySnapshot;
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
 * <p>A flow matches the ingress port, both MAC addresses and the VLAN. Packets are handled on the loops of their
 * switches, topology changes and device events on the threads of those applications; {@link InstalledPaths} is the
 * shared state.
 */
@Component
@Pipeline(
        value = Stage.FORWARD,
        before = {"learningswitch", "simpleswitch", "hub"})
public final class Forwarder
        implements PacketInBatchListener, MessageListener, TopologyListener, DeviceListener, Forwarding {

    /** The reserved addresses 01-80-c2-00-00-00 to -0f, which bridges do not forward: IEEE 802.1Q table 8-1. */
    private static final long BRIDGE_ADDRESSES = 0x0180_c200_0000L;

    private static final long BRIDGE_ADDRESS_MASK = ~0xfL;

    private static final HostPairFlow LOCAL_FLOW = HostPairFlow.DEFAULT
            .withCookie(InstalledPaths.COOKIES.first())
            .withPriority(InstalledPaths.PRIORITY)
            .withIdleTimeoutSeconds(InstalledPaths.IDLE_TIMEOUT_SECONDS);

    private final Controller controller;
    private final Topology topology;
    private final Devices devices;
    private final EnumCounters<ForwardingOutcome> counters = new EnumCounters<>(ForwardingOutcome.class);
    private final Flooder flooder;
    private final BroadcastResolver resolver;
    private final InstalledPaths paths;
    private final PerSwitch<Edges> edges = PerSwitch.of(Edges::new);
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
        this.flooder = new Flooder(controller, topology, Flooder.Rates.of(settings), counters);
        this.resolver = new BroadcastResolver(devices);
    }

    /** Ends the thread of the flooder. */
    @Deactivate
    public void close() {
        flooder.close();
    }

    /** Sets the engine that computes the paths from now on. */
    @Reference(policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    public void setEngine(RoutingEngine engine) {
        this.engine = engine;
    }

    /** Does nothing, because the replacement is set first. */
    void unsetEngine(RoutingEngine engine) {}

    /** The edges of one switch in the latest snapshot, cached on its loop. */
    private static final class Edges {
        private TopologySnapshot snapshot = TopologySnapshot.EMPTY;
        private PortSet ports = PortSet.NONE;

        PortSet in(TopologySnapshot now, long datapathId) {
            if (now != snapshot) {
                snapshot = now;
                ports = now.edges(datapathId);
            }
            return ports;
        }
    }

    @Override
    public void packetIns(Switch sw, PacketInBatch batch) {
        TopologySnapshot now = topology.snapshot();
        PortSet edgesHere = now.hasSharedDomains() ? PortSet.NONE : edges.of(sw).in(now, sw.datapathId());
        long datapathId = sw.datapathId();
        int local = 0;
        while (batch.hasNext()) {
            long port = localPort(edgesHere, datapathId, batch);
            if (port == PortNumber.ANY) {
                forward(now, sw, batch.packetIn());
            } else {
                sw.addFlow(LOCAL_FLOW, batch, port);
                local++;
            }
            batch.stop();
        }
        if (local > 0) {
            counters.add(ForwardingOutcome.LOCAL, local);
        }
    }

    /**
     * Returns the output port of a unicast packet between two of these edges of the same switch, which is the most
     * frequent case; else {@link PortNumber#ANY}.
     */
    private long localPort(PortSet edgesHere, long datapathId, PacketInBatch batch) {
        int at = batch.position();
        long destination = batch.destination(at);
        if (MacAddress.isGroup(destination) || !edgesHere.contains(batch.inPort(at))) {
            return PortNumber.ANY;
        }
        SwitchPort to = devices.attachment(destination, batch.vlan(at));
        return to == null || to.datapathId() != datapathId || to.port() == batch.inPort(at)
                ? PortNumber.ANY
                : to.port();
    }

    private void forward(TopologySnapshot now, Switch sw, PacketInContext in) {
        var at = new SwitchPort(sw.datapathId(), in.inPort());
        boolean edge = now.isEdge(at);
        if (!edge && !now.isInfrastructure(at)) {
            counters.increment(ForwardingOutcome.UNSETTLED);
            return;
        }
        long destination = in.frame().destination();
        if (edge && now.isInSharedDomain(at) && !isAccepted(now, at, in.frame())) {
            counters.increment(ForwardingOutcome.NOT_DESIGNATED);
        } else if (!MacAddress.isGroup(destination)) {
            unicast(now, sw, at, in);
        } else if (edge && (destination & BRIDGE_ADDRESS_MASK) != BRIDGE_ADDRESSES) {
            broadcast(now, at, in);
        } else {
            counters.increment(ForwardingOutcome.NOT_FORWARDED);
        }
    }

    /**
     * Returns whether to handle a frame that was received at an edge of a shared broadcast domain, because the same
     * frame can arrive at each edge of the domain. It is handled at the attachment of its source, or at the designated
     * port if the source is unknown. A unicast frame of a host outside the domain is in transit; a broadcast of such a
     * host was flooded into the domain and is ignored.
     */
    private boolean isAccepted(TopologySnapshot now, SwitchPort at, Ethernet frame) {
        SwitchPort source = devices.attachment(frame.source(), frame.vlan());
        if (source == null) {
            return now.designatedPort(at).equals(at);
        }
        boolean elsewhere = !now.designatedPort(source).equals(now.designatedPort(at));
        return source.equals(at) || (elsewhere && !MacAddress.isGroup(frame.destination()));
    }

    // Unicast

    private void unicast(TopologySnapshot now, Switch sw, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        SwitchPort to = devices.attachment(frame.destination(), frame.vlan());
        if (to == null) {
            if (now.isEdge(at)) {
                flood(now, at, in);
            } else {
                drop(sw, in, ForwardingOutcome.UNREACHABLE);
            }
        } else if (now.designatedPort(to).equals(now.designatedPort(at))) {
            drop(sw, in, ForwardingOutcome.TO_INGRESS_PORT);
        } else if (to.datapathId() == at.datapathId()) {
            installLocal(sw, in, to.port());
        } else {
            installPath(sw, at, in, to);
        }
    }

    private void drop(Switch sw, PacketInContext in, ForwardingOutcome outcome) {
        counters.increment(outcome);
        sw.drop(in);
    }

    private void installLocal(Switch sw, PacketInContext in, long port) {
        counters.increment(ForwardingOutcome.LOCAL);
        sw.addFlow(LOCAL_FLOW, in, port);
    }

    /** Installs a path, and sends the packet out of its egress port, so that the packet does not overtake the flows. */
    private void installPath(Switch sw, SwitchPort at, PacketInContext in, SwitchPort to) {
        Ethernet frame = in.frame();
        var flow = new FlowKey(frame.vlan(), frame.source(), frame.destination());
        InstalledPath path = paths.install(flow, at, to, () -> engine.routes(topology.snapshot()));
        if (path == null) {
            drop(sw, in, ForwardingOutcome.UNREACHABLE);
            return;
        }
        counters.increment(ForwardingOutcome.ROUTED);
        if (Flooder.isComplete(in)) {
            flooder.send(to, Bytes.of(in.array(), in.frameOffset(), in.frameLength()));
        } else {
            sw.packetOut(in).output(path.hops().getFirst().outputPort()).send();
        }
    }

    // Broadcast

    private void broadcast(TopologySnapshot now, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        List<Device> targets = resolver.targets(frame, in.receivedNanos());
        if (targets.isEmpty() || !Flooder.isComplete(in)) {
            flood(now, at, in);
            return;
        }
        if (!flooder.mayCopy(at, in.receivedNanos())) {
            counters.increment(ForwardingOutcome.RATE_LIMITED);
            return;
        }
        counters.increment(ForwardingOutcome.UNICAST);
        for (Device target : targets) {
            target.attachment()
                    .filter(to -> !to.equals(at) && now.areConnected(at.datapathId(), to.datapathId()))
                    .ifPresent(to -> flooder.send(to, withDestination(target.mac(), in)));
        }
    }

    private void flood(TopologySnapshot now, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        flooder.flood(now, at, at.equals(devices.attachment(frame.source(), frame.vlan())), in);
    }

    private static Bytes withDestination(long mac, PacketInContext in) {
        byte[] frame = Arrays.copyOfRange(in.array(), in.frameOffset(), in.frameOffset() + in.frameLength());
        ByteAccess.putMac(frame, 0, mac);
        return Bytes.of(frame);
    }

    // Events

    @Override
    public Next message(Switch sw, long xid, Message message) {
        if (message instanceof FlowRemoved flow && InstalledPaths.COOKIES.contains(flow.cookie())) {
            paths.flowRemoved(sw.datapathId(), flow.cookie());
        }
        return Next.PASS;
    }

    @Override
    public void topologyChanged(TopologyChange change) {
        counters.add(ForwardingOutcome.REROUTED, paths.topologyChanged(change, engine.routes(change.after())));
    }

    @Override
    public void deviceChanged(DeviceEvent event) {
        switch (event) {
            case Moved(Device device, SwitchPort from) -> hostLeft(device, from);
            case Detached(Device device, SwitchPort from) -> hostLeft(device, from);
            case Removed(Device device, var _) -> device.attachment().ifPresent(from -> hostLeft(device, from));
            case Added _, Attached _, AddressesChanged _ -> {}
        }
    }

    /** Removes the flows to and from a port that a host has left. */
    private void hostLeft(Device device, SwitchPort from) {
        paths.remove(device.vlan(), device.mac());
        controller.switchOf(from.datapathId()).ifPresent(sw -> {
            sw.send(InstalledPaths.COOKIES
                    .delete(sw.version())
                    .outPort(from.port())
                    .match(Field.ETH_DST.is(device.mac()))
                    .build());
            sw.send(InstalledPaths.COOKIES
                    .delete(sw.version())
                    .match(Field.IN_PORT.is(from.port()), Field.ETH_SRC.is(device.mac()))
                    .build());
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
}

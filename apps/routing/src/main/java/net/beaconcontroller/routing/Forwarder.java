package net.beaconcontroller.routing;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
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
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.topology.PortSet;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologyListener;
import net.beaconcontroller.topology.TopologySnapshot;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Brings packets to the hosts they are for: by a flow from port to port where both hosts are at one switch, else by a
 * path of flows. What is for one host only goes there alone, even if it is broadcast; the rest is flooded.
 *
 * <p>A flow matches the port, both Ethernet addresses and the VLAN. Packets are heard on the loops of their switches,
 * changes of the topology and of devices on the threads of those who tell them; {@link InstalledPaths} is what they
 * share.
 */
@Component
@Pipeline(
        value = Stage.FORWARD,
        before = {"learningswitch", "simpleswitch", "hub"})
public final class Forwarder
        implements PacketInListener, MessageListener, TopologyListener, DeviceListener, Forwarding {

    /** Addresses that bridges keep to themselves, IEEE 802.1Q table 8-1: 01-80-c2-00-00-00 to -0f. */
    private static final long FOR_BRIDGES = 0x0180_c200_0000L;

    private static final long FOR_BRIDGES_MASK = ~0xfL;

    private final Controller controller;
    private final Topology topology;
    private final Devices devices;
    private final EnumCounters<ForwardingOutcome> counters = new EnumCounters<>(ForwardingOutcome.class);
    private final Flooder flooding;
    private final BroadcastResolver broadcasts;
    private final InstalledPaths paths;
    private final PerSwitch<Edges> edges = PerSwitch.of(Edges::new);
    /** Knows no switch until there is another. */
    private volatile RoutingEngine engine = new ShortestPaths(LinkWeights.HOPS);

    /** Forwards between the devices that are known. */
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
        this.flooding = new Flooder(controller, Flooder.Rates.of(settings), counters);
        this.broadcasts = new BroadcastResolver(devices);
    }

    /** From now on, paths are those of this engine. */
    @Reference(policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    public void setEngine(RoutingEngine engine) {
        this.engine = engine;
    }

    /** Another has been set before this goes. */
    void unsetEngine(RoutingEngine engine) {}

    /** The edges of one switch, as they were when it was last looked; for its loop. */
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
    public Next packetIn(Switch sw, PacketInContext in) {
        TopologySnapshot now = topology.snapshot();
        if (!isLocal(now, sw, in)) {
            forward(now, sw, in);
        }
        return Next.STOP;
    }

    /**
     * What most packet-ins are where many hosts are at one switch, without making an object: whether it was that, and
     * is done.
     */
    private boolean isLocal(TopologySnapshot now, Switch sw, PacketInContext in) {
        Ethernet frame = in.frame();
        if (now.hasSharedDomains()
                || MacAddress.isGroup(frame.destination())
                || !edges.of(sw).in(now, sw.datapathId()).contains(in.inPort())) {
            return false;
        }
        SwitchPort to = devices.attachment(frame.destination(), frame.vlan());
        if (to == null || to.datapathId() != sw.datapathId() || to.port() == in.inPort()) {
            return false;
        }
        local(sw, in, to.port());
        return true;
    }

    private void forward(TopologySnapshot now, Switch sw, PacketInContext in) {
        var at = new SwitchPort(sw.datapathId(), in.inPort());
        boolean edge = now.isEdge(at);
        if (!edge && !now.isInfrastructure(at)) {
            counters.increment(ForwardingOutcome.UNSETTLED);
            return;
        }
        long destination = in.frame().destination();
        if (edge && now.isInSharedDomain(at) && !isHeardHere(now, at, in.frame())) {
            counters.increment(ForwardingOutcome.NOT_DESIGNATED);
        } else if (!MacAddress.isGroup(destination)) {
            unicast(now, sw, at, in);
        } else if (edge && (destination & FOR_BRIDGES_MASK) != FOR_BRIDGES) {
            broadcast(now, at, in);
        } else {
            counters.increment(ForwardingOutcome.NOT_FORWARDED);
        }
    }

    /**
     * Where foreign switches join several edges, a frame can come in at each of them, and one counts: that which its
     * host is attached at, or the domain's speaker if the host is not known. A frame of a host elsewhere is on its way
     * through, or has been flooded into the domain and comes back.
     */
    private boolean isHeardHere(TopologySnapshot now, SwitchPort at, Ethernet frame) {
        SwitchPort source = devices.attachment(frame.source(), frame.vlan());
        if (source == null) {
            return now.designatedPort(at).equals(at);
        }
        boolean elsewhere = !now.designatedPort(source).equals(now.designatedPort(at));
        return source.equals(at) || (elsewhere && !MacAddress.isGroup(frame.destination()));
    }

    // Packets for one host

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
            local(sw, in, to.port());
        } else {
            routed(sw, at, in, to);
        }
    }

    private void drop(Switch sw, PacketInContext in, ForwardingOutcome outcome) {
        counters.increment(outcome);
        sw.drop(in);
    }

    private void local(Switch sw, PacketInContext in, long port) {
        counters.increment(ForwardingOutcome.LOCAL);
        Ethernet frame = in.frame();
        sw.addFlow()
                .inPort(in.inPort())
                .ethDestination(frame.destination())
                .ethSource(frame.source())
                .vlan(frame.vlan())
                .cookie(InstalledPaths.COOKIE)
                .priority(InstalledPaths.PRIORITY)
                .idleTimeoutSeconds(InstalledPaths.IDLE_TIMEOUT_SECONDS)
                .output(port)
                .sendAndForward(in);
    }

    /** The packet itself is handed out at once where the path ends, so that it does not run ahead of the flows. */
    private void routed(Switch sw, SwitchPort at, PacketInContext in, SwitchPort to) {
        Ethernet frame = in.frame();
        var pair = new FlowKey(frame.vlan(), frame.source(), frame.destination());
        InstalledPath path = paths.install(pair, at, to, () -> engine.routes(topology.snapshot()));
        if (path == null) {
            drop(sw, in, ForwardingOutcome.UNREACHABLE);
            return;
        }
        counters.increment(ForwardingOutcome.ROUTED);
        if (Flooder.isWhole(in)) {
            flooding.send(to, Bytes.of(in.array(), in.frameOffset(), in.frameLength()));
        } else {
            sw.packetOut(in).output(path.hops().getFirst().outPort()).send();
        }
    }

    // Packets for many

    private void broadcast(TopologySnapshot now, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        List<Device> targets = broadcasts.targets(frame, in.receivedNanos());
        if (targets.isEmpty() || !Flooder.isWhole(in)) {
            flood(now, at, in);
            return;
        }
        counters.increment(ForwardingOutcome.UNICAST);
        for (Device target : targets) {
            target.attachment()
                    .filter(to -> !to.equals(at) && now.areConnected(at.datapathId(), to.datapathId()))
                    .ifPresent(to -> flooding.send(to, addressedTo(target.mac(), in)));
        }
    }

    private void flood(TopologySnapshot now, SwitchPort at, PacketInContext in) {
        Ethernet frame = in.frame();
        flooding.flood(now, at, at.equals(devices.attachment(frame.source(), frame.vlan())), in);
    }

    private static Bytes addressedTo(long mac, PacketInContext in) {
        byte[] frame = Arrays.copyOfRange(in.array(), in.frameOffset(), in.frameOffset() + in.frameLength());
        ByteAccess.putMac(frame, 0, mac);
        return Bytes.of(frame);
    }

    // Changes

    @Override
    public Next message(Switch sw, long xid, Message message) {
        if (message instanceof FlowRemoved flow
                && (flow.cookie() & InstalledPaths.COOKIE_MASK) == InstalledPaths.COOKIE) {
            paths.flowRemoved(flow.cookie());
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
            case Moved(Device device, SwitchPort from) -> leave(device, from);
            case Detached(Device device, SwitchPort from) -> leave(device, from);
            case Removed(Device device, var _) -> device.attachment().ifPresent(from -> leave(device, from));
            case Added _, Attached _, AddressesChanged _ -> {}
        }
    }

    /** Takes away what leads to a place where the host is not any more, and what it sent from there. */
    private void leave(Device device, SwitchPort from) {
        paths.remove(device.vlan(), device.mac());
        controller.switchOf(from.datapathId()).ifPresent(sw -> {
            sw.send(delete(sw)
                    .outPort(from.port())
                    .match(Field.ETH_DST.is(device.mac()))
                    .build());
            sw.send(delete(sw)
                    .match(Field.IN_PORT.is(from.port()), Field.ETH_SRC.is(device.mac()))
                    .build());
        });
    }

    /** Of flows of this application, where the version can say that. */
    private static FlowMod.Builder delete(Switch sw) {
        FlowMod.Builder delete = FlowMod.delete();
        return sw.version() == Version.OF10
                ? delete
                : delete.cookie(InstalledPaths.COOKIE).cookieMask(InstalledPaths.COOKIE_MASK);
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

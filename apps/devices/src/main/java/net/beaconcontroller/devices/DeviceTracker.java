package net.beaconcontroller.devices;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketIn;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Runs;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.common.concurrent.ListenerList;
import net.beaconcontroller.common.concurrent.RateLimitedLog;
import net.beaconcontroller.common.concurrent.SingleThreadExecutor;
import net.beaconcontroller.openflow.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologyListener;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Learns devices from packets, and keeps them.
 *
 * <p>Loops read packets ({@link HostLearner}) and hand what is new to one thread ({@link SingleThreadExecutor}), which alone changes
 * anything ({@link DeviceTable}) and tells the listeners. A lock would be less code, but then loops would wait for each other and
 * for listeners, or events could be told in another order than they happened.
 */
@Component
@Runs(
        after = "topology",
        before = {"routing", "learningswitch", "hub"})
public final class DeviceTracker implements Devices, PacketInListener, TopologyListener {
    /** A tenth of all that there can be, so that one port does not leave the others without. */
    static final int USUAL_PORT_LIMIT = DeviceIndex.MAX_DEVICES / 10;

    private static final System.Logger LOG = System.getLogger(DeviceTracker.class.getPackageName());

    /** The length of the queue from which tasks that hosts cause are dropped. */
    private static final int QUEUE_CAPACITY = 1 << 16;

    private final Controller controller;
    private final EnumCounters<RejectionReason> refusals = new EnumCounters<>(RejectionReason.class);
    private final ListenerList<DeviceListener> listeners = new ListenerList<>(LOG);
    private final DeviceTable table;
    private final DeviceIndex index;
    private final SingleThreadExecutor executor;
    private final PerSwitch<HostLearner> hearings;

    /** Starts to learn. */
    @Activate
    public DeviceTracker(
            @Reference Controller controller, @Reference ApplicationSettings settings, @Reference Topology topology) {
        this.controller = controller;
        var log = new RateLimitedLog(LOG, 1);
        int portLimit = settings.number(
                "port-limit",
                USUAL_PORT_LIMIT,
                1,
                DeviceIndex.MAX_DEVICES,
                "devices that are known at a port; more are not learned");
        table = new DeviceTable(
                topology,
                portLimit,
                this::ask,
                event -> listeners.callAll(listener -> listener.deviceChanged(event)),
                refusals,
                line -> log.log(Level.WARNING, line),
                System::nanoTime);
        index = table.index();
        executor = new SingleThreadExecutor("beacon-devices", LOG, QUEUE_CAPACITY, table.timers());
        hearings = PerSwitch.of(() -> new HostLearner(topology, table, executor, refusals));
        executor.start();
    }

    /** Ends the thread. Listeners are told nothing more. */
    @Deactivate
    public void close() {
        executor.close();
    }

    /** Has a listener told of all devices, and then of what happens to them. Declarative Services calls it. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addListener(DeviceListener listener) {
        executor.execute(() -> {
            index.hosts()
                    .map(host -> new DeviceEvent.Added(host.device()))
                    .forEach(event -> listeners.call(listener, added -> added.deviceChanged(event)));
            listeners.add(listener);
        });
    }

    /** When this returns, the listener is told nothing more, unless it takes seconds for what it was told last. */
    public void removeListener(DeviceListener listener) {
        // Queued, so that it follows the addition.
        executor.execute(() -> listeners.remove(listener));
        executor.awaitQueued();
    }

    @Override
    public Next packetIn(Switch sw, PacketIn in) {
        Ethernet frame = in.frame();
        long source = frame.source();
        boolean isHost = !MacAddress.isGroup(source) && source != 0 && source != AddressProbes.ASKER;
        if (isHost && frame.type() != Ethernet.TYPE_LLDP) {
            hearings.of(sw).hear(sw.datapathId(), in);
        }
        return Next.PASS;
    }

    @Override
    public void topologyChanged(TopologyChange change) {
        if (!change.edgesRemoved().isEmpty()) {
            executor.execute(() -> table.edgesRemoved(change.edgesRemoved()));
        }
    }

    private void ask(Binding about) {
        SwitchPort place = about.host().place();
        if (place != null) {
            controller
                    .switchOf(place.datapathId())
                    .ifPresent(sw -> sw.send(PacketOut.of(AddressProbes.about(about), place.port())));
        }
    }

    @Override
    public Optional<Device> byMac(long mac, int vlan) {
        return Optional.ofNullable(index.host(HostKey.of(mac, vlan))).map(Host::device);
    }

    @Override
    public @Nullable SwitchPort attachment(long mac, int vlan) {
        Host host = index.host(HostKey.of(mac, vlan));
        return host == null ? null : host.place();
    }

    @Override
    public Optional<Device> byIpv4(long address, int vlan) {
        return byAddress(vlan, 0, IpAddresses.mapped(address));
    }

    @Override
    public Optional<Device> byIpv6(Ipv6Address address, int vlan) {
        return byAddress(vlan, address.high(), address.low());
    }

    private Optional<Device> byAddress(int vlan, long high, long low) {
        @Nullable Binding binding = index.binding(new Binding.Key(HostKey.normal(vlan), high, low));
        return Optional.ofNullable(binding).map(known -> known.host().device());
    }

    @Override
    public List<Device> at(SwitchPort port) {
        return index.at(port).stream().map(Host::device).toList();
    }

    @Override
    public Stream<Device> all() {
        return index.hosts().map(Host::device);
    }

    @Override
    public Stream<Device> search(String text) {
        String lowerCase = text.toLowerCase(Locale.ROOT);
        return all().filter(device -> device.matches(lowerCase));
    }

    @Override
    public int count() {
        return index.hostCount();
    }

    @Override
    public Map<RejectionReason, Long> refusals() {
        return refusals.values();
    }
}

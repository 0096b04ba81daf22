package net.beaconcontroller.devices;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.ListenerList;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.SingleThreadExecutor;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.message.PacketOut;
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
 * The application that learns devices. On each loop, a {@link HostLearner} reads packets and submits new information to
 * one thread, which alone changes the {@link DeviceTable} and calls listeners. A lock instead of the thread would make
 * loops wait for each other and for listeners, and events could be delivered out of order.
 */
@Component
@Pipeline(value = Stage.OBSERVE, after = "topology")
public final class DeviceTracker implements Devices, PacketInBatchListener, TopologyListener {
    /** A tenth of the maximum, so that a single port cannot use up the table. */
    static final int DEFAULT_PORT_LIMIT = DeviceIndex.MAX_DEVICES / 10;

    static final Duration DEFAULT_MOVE_DELAY = Duration.ofSeconds(2);

    private static final System.Logger LOG = System.getLogger(DeviceTracker.class.getPackageName());

    /** The queue length at which tasks that hosts cause are dropped. */
    private static final int QUEUE_CAPACITY = 1 << 16;

    private final Controller controller;
    private final Time time;
    private final EnumCounters<RejectionReason> rejections = new EnumCounters<>(RejectionReason.class);
    private final ListenerList<DeviceListener> listeners = new ListenerList<>(LOG);
    private final DeviceTable table;
    private final DeviceIndex index;
    private final SingleThreadExecutor executor;
    private final InputBarriers barriers;
    private final PerSwitch<HostLearner> learners;

    @Activate
    public DeviceTracker(
            @Reference Controller controller, @Reference ApplicationSettings settings, @Reference Topology topology) {
        this.controller = controller;
        var log = new RateLimitedLog(LOG, 1, controller.threads());
        time = controller.threads().time();
        int portLimit = settings.integer(
                "port-limit",
                DEFAULT_PORT_LIMIT,
                1,
                DeviceIndex.MAX_DEVICES,
                "maximum number of devices at one port; further devices are not learned");
        Duration moveDelay = settings.duration(
                "move-delay",
                DEFAULT_MOVE_DELAY,
                "time for which a host that is seen at another port is expected back after its port went down");
        List<SwitchPort> dhcpPorts = settings.list(
                "dhcp-ports",
                List.of(),
                SwitchPort::parse,
                "the only ports at which DHCP servers are trusted, such as 0000000000000001:3; without any, the first "
                        + "port of each VLAN at which a server answers");
        table = new DeviceTable(
                topology,
                new DeviceTable.Options(portLimit, moveDelay.toNanos(), Set.copyOf(dhcpPorts)),
                new SwitchProber(),
                event -> listeners.callAll(listener -> listener.deviceChanged(event)),
                rejections,
                line -> log.log(Level.WARNING, line),
                time);
        index = table.index();
        executor =
                new SingleThreadExecutor(controller.threads(), "beacon-devices", LOG, QUEUE_CAPACITY, table.timers());
        barriers = new InputBarriers(executor);
        learners = PerSwitch.of(() -> new HostLearner(topology, table, executor, rejections));
        executor.start();
    }

    /** Stops the device thread. No listener is called afterwards. */
    @Deactivate
    public void close() {
        executor.close();
    }

    /** Adds a listener. It first receives all existing devices as {@link DeviceEvent.Added}. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addListener(DeviceListener listener) {
        executor.execute(() -> {
            index.ordered().stream()
                    .map(host -> new DeviceEvent.Added(host.device()))
                    .forEach(event -> listeners.call(listener, added -> added.deviceChanged(event)));
            listeners.add(listener);
        });
    }

    /**
     * Removes a listener. No call follows the return of this method, unless a call in progress takes longer than five
     * seconds.
     */
    public void removeListener(DeviceListener listener) {
        // queued, so that it follows the addition
        executor.execute(() -> listeners.remove(listener));
        executor.awaitQueued();
    }

    @Override
    public void packetIns(Switch sw, PacketInBatch batch) {
        learners.of(sw).packetIns(sw.datapathId(), batch);
    }

    @Override
    public void topologyChanged(TopologyChange change) {
        if (!change.edgesRemoved().isEmpty()) {
            long nanos = table.now();
            executor.execute(() -> table.edgesRemoved(change.edgesRemoved(), nanos));
        }
        if (!change.edgesAdded().isEmpty()) {
            executor.execute(() -> table.edgesAdded(change.edgesAdded()));
        }
    }

    /** Probes hosts through the switches. */
    private final class SwitchProber implements Prober {
        @Override
        public void probe(Binding binding, SwitchPort at) {
            Binding.Key address = binding.key();
            probe(binding.host().key(), at, address.high(), address.low());
        }

        @Override
        public void probe(long key, SwitchPort at, long high, long low) {
            controller
                    .switchOf(at.datapathId())
                    .ifPresent(sw -> sw.send(PacketOut.of(AddressProbes.probe(key, high, low), at.port())));
        }

        @Override
        public void afterInput(SwitchPort port, Runnable task) {
            controller.switchOf(port.datapathId()).ifPresentOrElse(sw -> barriers.add(sw, task), task);
        }
    }

    @Override
    public void hostSeen(long mac, int vlan, SwitchPort at) {
        if (HostLearner.isHost(mac)) {
            long key = HostKey.of(mac, vlan);
            long nanos = time.nanos();
            if (!executor.offer(() -> table.hostSeen(key, at, nanos))) {
                rejections.increment(RejectionReason.BUSY);
            }
        }
    }

    @Override
    public Optional<Device> byMac(long mac, int vlan) {
        return Optional.ofNullable(index.host(HostKey.of(mac, vlan))).map(Host::device);
    }

    @Override
    public @Nullable SwitchPort attachment(long mac, int vlan) {
        Host host = index.host(HostKey.of(mac, vlan));
        return host == null ? null : host.attachment();
    }

    @Override
    public LocalDevices on(Switch sw) {
        return learners.of(sw).on(sw.datapathId());
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
        @Nullable Binding binding = index.binding(new Binding.Key(VlanId.ofTag(vlan), high, low));
        return Optional.ofNullable(binding).map(known -> known.host().device());
    }

    @Override
    public List<Device> at(SwitchPort port) {
        return index.at(port).stream().map(Host::device).toList();
    }

    @Override
    public List<Device> dhcpServers(int vlan) {
        return table.dhcp().servers().of(VlanId.ofTag(vlan)).stream()
                .map(Host::device)
                .toList();
    }

    @Override
    public Stream<Device> all() {
        return index.hosts().stream().map(Host::device);
    }

    @Override
    public List<Device> ordered() {
        return LazyList.of(index.ordered(), Host::device);
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
    public Map<RejectionReason, Long> rejections() {
        return rejections.values();
    }
}

package net.beaconcontroller.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.devices.LocalDevices;
import net.beaconcontroller.devices.RejectionReason;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.ProbeOutcome;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/** A forwarder with test switches, whose edges, links and hosts a test chooses. For one thread. */
final class ForwarderFixture implements AutoCloseable {
    private final Map<Long, TestSwitch> switches = new HashMap<>();
    private final Set<SwitchPort> edges = new TreeSet<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Long> lost = new ArrayList<>();
    private final FixedDevices devices = new FixedDevices();
    private final ShortestPaths engine = new ShortestPaths(LinkWeights.HOPS);
    private final Version version;
    private TopologySnapshot snapshot = TopologySnapshot.EMPTY;
    private boolean isChanged = true;
    private @Nullable Forwarder forwarder;
    /** Whether the forwarder finds the hosts of a switch by {@link Devices#on}, which its fast path uses. */
    boolean hasLocalDevices = true;

    ForwarderFixture(Version version) {
        this.version = version;
    }

    /** Adds a switch whose ports from 1 are edges. */
    ForwarderFixture withSwitch(long datapathId, int ports) {
        return withSwitch(datapathId, ports, version);
    }

    /** Adds a switch of another version. */
    ForwarderFixture withSwitch(long datapathId, int ports, Version version) {
        switches.put(datapathId, new TestSwitch(datapathId, version));
        LongStream.rangeClosed(1, ports).forEach(port -> edges.add(new SwitchPort(datapathId, port)));
        isChanged = true;
        return this;
    }

    /** Makes a port an edge. */
    ForwarderFixture withEdge(SwitchPort at) {
        edges.add(at);
        isChanged = true;
        return this;
    }

    /** Links two switches in both directions. */
    ForwarderFixture withLink(SwitchPort one, SwitchPort other) {
        links.add(new Link(one, other, Link.Kind.DIRECT));
        links.add(new Link(other, one, Link.Kind.DIRECT));
        isChanged = true;
        return this;
    }

    /** Adds a host without an IP address, or with one that is not 0. */
    ForwarderFixture withHost(long mac, long address, SwitchPort at) {
        devices.add(mac, address == 0 ? List.of() : List.of(address), List.of(), at);
        return this;
    }

    /** Adds a host with an IPv6 address. */
    ForwarderFixture withHost(long mac, Ipv6Address address, SwitchPort at) {
        devices.add(mac, List.of(), List.of(address), at);
        return this;
    }

    /** Adds a host that is attached nowhere. */
    ForwarderFixture withDetachedHost(long mac, long address) {
        devices.add(mac, List.of(address), List.of(), null);
        return this;
    }

    /** Makes a switch one that has lost its connection. */
    ForwarderFixture withoutConnectionTo(long datapathId) {
        lost.add(datapathId);
        isChanged = true;
        return this;
    }

    private TopologySnapshot snapshot() {
        if (isChanged) {
            snapshot = TopologySnapshot.of(snapshot.version() + 1, switches.keySet(), edges, links)
                    .withoutConnectionTo(lost);
            isChanged = false;
        }
        return snapshot;
    }

    Forwarder start(Map<String, String> settings) {
        var controller = new TestController(switches.values().toArray(Switch[]::new));
        var started = new Forwarder(ApplicationSettings.of(settings), controller, topology(), devices);
        started.setEngine(engine);
        forwarder = started;
        return started;
    }

    Forwarder forwarder() {
        return forwarder == null ? start(Map.of()) : forwarder;
    }

    Topology topology() {
        return new FixedTopology();
    }

    TestSwitch sw(long datapathId) {
        return Objects.requireNonNull(switches.get(datapathId));
    }

    /** Passes packet-ins of a switch to the forwarder, which receives them in one batch. */
    void receive(long datapathId, PacketIn... packetIns) {
        receive(datapathId, System.nanoTime(), packetIns);
    }

    /** Passes packet-ins of a switch, received at this time, to the forwarder. */
    void receive(long datapathId, long nanos, PacketIn... packetIns) {
        PacketIns.batch(nanos, packetIns).passTo(forwarder(), sw(datapathId));
    }

    long count(ForwardingOutcome outcome) {
        return forwarder().counters().getOrDefault(outcome, 0L);
    }

    /** Returns the outcomes of the packets that were received. */
    Set<ForwardingOutcome> outcomes() {
        return Arrays.stream(ForwardingOutcome.values())
                .filter(outcome -> count(outcome) > 0)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ForwardingOutcome.class)));
    }

    /** Returns the ports to which a switch had to send packets, in order. */
    List<Long> outputs(long datapathId) {
        return sw(datapathId).sent(PacketOut.class).stream()
                .flatMap(packet -> packet.actions().stream())
                .map(action -> ((Action.Output) action).port())
                .toList();
    }

    @Override
    public void close() {
        forwarder().close();
    }

    private final class FixedTopology implements Topology {
        @Override
        public TopologySnapshot snapshot() {
            return ForwarderFixture.this.snapshot();
        }

        @Override
        public Optional<Duration> latency(Link link) {
            return Optional.empty();
        }

        @Override
        public void hostSeen(SwitchPort at) {}

        @Override
        public void loopSuspected(SwitchPort at) {}

        @Override
        public Map<ProbeOutcome, Long> probeCounters() {
            return Map.of();
        }
    }

    private final class FixedDevices implements Devices {
        private final List<Device> all = new ArrayList<>();

        void add(long mac, List<Long> ipv4, List<Ipv6Address> ipv6, @Nullable SwitchPort at) {
            all.add(new Device(mac, VlanId.NONE, ipv4, ipv6, Optional.ofNullable(at), Instant.EPOCH, Instant.EPOCH));
        }

        @Override
        public Optional<Device> byMac(long mac, int vlan) {
            return all().filter(device -> device.mac() == mac && device.vlan() == VlanId.ofTag(vlan))
                    .findFirst();
        }

        @Override
        public @Nullable SwitchPort attachment(long mac, int vlan) {
            return byMac(mac, vlan).flatMap(Device::attachment).orElse(null);
        }

        @Override
        public LocalDevices on(Switch sw) {
            return (mac, vlan) -> {
                SwitchPort at = hasLocalDevices ? attachment(mac, vlan) : null;
                return at == null || at.datapathId() != sw.datapathId() ? PortNumber.ANY : at.port();
            };
        }

        @Override
        public Optional<Device> byIpv4(long address, int vlan) {
            return all().filter(device -> device.ipv4Addresses().contains(address))
                    .findFirst();
        }

        @Override
        public Optional<Device> byIpv6(Ipv6Address address, int vlan) {
            return all().filter(device -> device.ipv6Addresses().contains(address))
                    .findFirst();
        }

        @Override
        public void hostSeen(long mac, int vlan, SwitchPort at) {}

        @Override
        public List<Device> at(SwitchPort port) {
            return all().filter(device -> device.attachment().equals(Optional.of(port)))
                    .toList();
        }

        @Override
        public List<Device> dhcpServers(int vlan) {
            return List.of();
        }

        @Override
        public List<Device> ordered() {
            return all.stream().sorted(Comparator.comparingLong(Device::mac)).toList();
        }

        @Override
        public Stream<Device> all() {
            return all.stream();
        }

        @Override
        public Stream<Device> search(String text) {
            return Stream.empty();
        }

        @Override
        public int count() {
            return all.size();
        }

        @Override
        public Map<RejectionReason, Long> rejections() {
            return Map.of();
        }
    }
}

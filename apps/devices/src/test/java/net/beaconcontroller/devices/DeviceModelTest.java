package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.AddressesChanged;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.devices.DeviceEvent.Removed;
import net.beaconcontroller.devices.DeviceModel.Place;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.testkit.TestTime;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

/**
 * Random sequences of packets, port events and delays: the table agrees with the {@link DeviceModel}, and so does a
 * listener that only sees the events. A failure reports the seed and the actions up to the failure.
 */
class DeviceModelTest {
    private static final int SEQUENCES = Integer.getInteger("beacon.test.sequences", 1_000);
    private static final long FIRST_SEED = Long.getLong("beacon.test.first-seed", 1);
    private static final int MAX_ACTIONS = 120;
    private static final List<SwitchPort> PORTS = List.of(
            new SwitchPort(1, 1),
            new SwitchPort(1, 2),
            new SwitchPort(2, 1),
            new SwitchPort(2, 2),
            new SwitchPort(1, 9));
    private static final int INDIRECT_FROM = 0;
    private static final int INDIRECT_TO = 2;
    /** The index of the port that is never an edge; those below are at times. */
    private static final int NO_EDGE = 4;

    private static final int HOSTS = 5;
    private static final int ADDRESSES = 4;
    private static final int VLAN = 5;
    private static final long[] DELAYS_MILLIS = {1, 250, 700, 900, 2_000, 11_000, 290_000, 1_000_000, 3_599_000};

    /** A step of a sequence. */
    sealed interface Action {
        record HostSeen(int host, int port) implements Action {}

        record AddressClaimed(int host, int port, int address) implements Action {}

        /** All probed hosts that are still attached where they were probed reply. */
        record RepliesReceived() implements Action {}

        /** A port stops being an edge; {@link EdgesRemoved} reports it to the table. */
        record PortDown(int port) implements Action {}

        record PortUp(int port) implements Action {}

        record EdgesRemoved() implements Action {}

        record Delay(long millis) implements Action {}

        static Action random(SplittableRandom random) {
            int host = random.nextInt(HOSTS);
            int port = random.nextInt(PORTS.size());
            return switch (random.nextInt(23)) {
                case 0, 1, 2, 3 -> new HostSeen(host, port);
                case 4, 5, 6, 7, 8, 9 -> new AddressClaimed(host, port, random.nextInt(ADDRESSES));
                case 10, 11, 12 -> new RepliesReceived();
                case 13 -> new PortDown(random.nextInt(NO_EDGE));
                case 14, 15 -> new PortUp(random.nextInt(NO_EDGE));
                case 16, 17 -> new EdgesRemoved();
                default -> new Delay(DELAYS_MILLIS[random.nextInt(DELAYS_MILLIS.length)]);
            };
        }
    }

    @Test
    void theTableAndItsEventsAgreeWithTheModel() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEQUENCES; seed++) {
            var random = new SplittableRandom(seed);
            var actions = new ArrayList<Action>();
            try {
                var run = new Run();
                for (int count = random.nextInt(MAX_ACTIONS + 1); count > 0; count--) {
                    actions.add(Action.random(random));
                    run.act(actions.getLast());
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed %d: %s".formatted(seed, actions), e);
            }
        }
    }

    /** The table, the model and a listener, fed with the same actions. */
    private static final class Run {
        private long nowNanos = TimeUnit.DAYS.toNanos(1);
        private final FakeTopology topology = new FakeTopology();
        private final List<SwitchPort> removedEdges = new ArrayList<>();
        private final List<Binding> probed = new ArrayList<>();
        private final EnumCounters<RejectionReason> rejections = new EnumCounters<>(RejectionReason.class);
        private final DeviceTable table = new DeviceTable(
                topology,
                new DeviceTable.Options(DeviceModel.PORT_LIMIT, DeviceModel.MOVE_DELAY_NANOS, Set.of()),
                new RecordedProbes(probed),
                this::deviceChanged,
                rejections,
                _ -> {},
                new TestTime(() -> nowNanos));
        private final LearnerHarness harness = new LearnerHarness(() -> new HostLearner(
                topology,
                table,
                task -> {
                    task.run();
                    return true;
                },
                rejections));
        private final Map<Long, Device> devices = new HashMap<>();
        private final DeviceModel model = new DeviceModel();

        Run() {
            PORTS.subList(0, NO_EDGE).forEach(this::portUp);
            topology.withIndirectLink(PORTS.get(INDIRECT_FROM), PORTS.get(INDIRECT_TO));
            model.addIndirectLink(PORTS.get(INDIRECT_FROM), PORTS.get(INDIRECT_TO));
        }

        private static int vlan(int host) {
            return host == 0 ? VLAN : VlanId.NONE;
        }

        /** Hosts 0 and 1 have the same MAC address in different VLANs. */
        private static long mac(int host) {
            return Math.max(1, host);
        }

        private static long address(int address) {
            return 0x0a00_0001L + address;
        }

        void act(Action action) {
            // an odd step, so that no two deadlines coincide
            nowNanos += 1013;
            switch (action) {
                case Action.HostSeen(int host, int port) -> send(vlan(host), mac(host), PORTS.get(port));
                case Action.AddressClaimed(int host, int port, int address) ->
                    claim(vlan(host), mac(host), PORTS.get(port), address(address));
                case Action.RepliesReceived _ -> replyToProbes();
                case Action.PortDown(int port) -> {
                    SwitchPort down = PORTS.get(port);
                    if (topology.snapshot().isEdge(down)) {
                        topology.without(List.of(down));
                        model.portDown(down);
                        removedEdges.add(down);
                    }
                }
                case Action.PortUp(int port) -> portUp(PORTS.get(port));
                case Action.EdgesRemoved _ -> {
                    table.edgesRemoved(List.copyOf(removedEdges), table.now());
                    model.edgesRemoved(removedEdges, nowNanos);
                    removedEdges.clear();
                }
                case Action.Delay(long millis) -> advanceTo(nowNanos + TimeUnit.MILLISECONDS.toNanos(millis));
            }
            compare();
        }

        private void portUp(SwitchPort port) {
            topology.withEdges(port);
            model.portUp(port);
        }

        private void send(int vlan, long mac, SwitchPort at) {
            Bytes frame = vlan == VlanId.NONE ? Frames.udp(9, mac, 1, 2) : Frames.taggedUdp(vlan, 9, mac, 1, 2);
            harness.packetIn(at, frame, nowNanos);
            model.hostSeen(HostKey.of(mac, vlan), at, nowNanos);
        }

        private void claim(int vlan, long mac, SwitchPort at, long address) {
            harness.packetIn(at, HostFrames.arp(vlan, mac, Arp.REPLY, mac, address, address), nowNanos);
            model.advanceTo(nowNanos);
            if (!model.mayBeFlooded(HostKey.of(mac, vlan), at)) {
                model.hostSeen(HostKey.of(mac, vlan), at, nowNanos);
                model.addressClaimed(HostKey.of(mac, vlan), at, address, nowNanos);
            }
        }

        private void replyToProbes() {
            for (Binding probe : List.copyOf(probed)) {
                SwitchPort attachment = probe.host().attachment();
                if (attachment != null && topology.snapshot().isEdge(attachment)) {
                    long address = IpAddresses.ipv4(probe.key().low());
                    claim(probe.host().vlan(), probe.host().mac(), attachment, address);
                    nowNanos += 1013;
                }
            }
            probed.clear();
        }

        private void advanceTo(long endNanos) {
            while (table.timers().nanosToNext(nowNanos) <= endNanos - nowNanos) {
                nowNanos += Math.max(0, table.timers().nanosToNext(nowNanos));
                Objects.requireNonNull(table.timers().poll(nowNanos)).run();
            }
            nowNanos = endNanos;
            model.advanceTo(endNanos);
        }

        private void deviceChanged(DeviceEvent event) {
            Device device = event.device();
            long key = HostKey.of(device.mac(), device.vlan());
            Device before = devices.get(key);
            assertThat(before == null).as("%s", event).isEqualTo(event instanceof Added);
            Optional<SwitchPort> attachment = before == null ? Optional.empty() : before.attachment();
            switch (event) {
                case Added _ -> assertThat(device.attachment()).isPresent();
                case Moved(var _, var from) -> {
                    assertThat(attachment).contains(from);
                    assertThat(device.attachment()).isPresent().isNotEqualTo(attachment);
                }
                case Detached(var _, var from) -> {
                    assertThat(attachment).contains(from);
                    assertThat(device.attachment()).isEmpty();
                }
                case Attached _ -> {
                    assertThat(attachment).isEmpty();
                    assertThat(device.attachment()).isPresent();
                }
                case AddressesChanged(var _, var old) -> {
                    assertThat(old.ipv4Addresses())
                            .isEqualTo(Objects.requireNonNull(before).ipv4Addresses());
                    assertThat(device.ipv4Addresses()).isNotEqualTo(old.ipv4Addresses());
                    assertThat(device.attachment()).isEqualTo(attachment);
                }
                case Removed _ -> {}
            }
            if (event instanceof Removed) {
                devices.remove(key);
            } else {
                devices.put(key, device);
            }
        }

        private void compare() {
            assertThat(placesOf(table.index().hosts().stream().map(Host::device).toList()))
                    .isEqualTo(model.places());
            assertThat(placesOf(devices.values()))
                    .as("devices according to the events")
                    .isEqualTo(model.places());
            Map<SwitchPort, Set<Long>> byPort = PORTS.stream()
                    .collect(Collectors.toMap(Function.identity(), port -> table.index().at(port).stream()
                            .map(Host::key)
                            .collect(Collectors.toSet())));
            model.places().forEach((key, place) -> place.port()
                    .ifPresent(port -> assertThat(byPort.get(port)).contains(key)));
            assertThat(byPort.values().stream().mapToInt(Set::size).sum())
                    .isEqualTo(model.places().values().stream()
                            .filter(place -> place.port().isPresent())
                            .count());
            model.places().forEach((key, place) -> place.addresses().forEach(address -> {
                var binding = table.index().binding(new Binding.Key(HostKey.vlan(key), 0, IpAddresses.mapped(address)));
                assertThat(Objects.requireNonNull(binding).host().key()).isEqualTo(key);
            }));
        }

        private static Map<Long, Place> placesOf(Iterable<Device> devices) {
            var places = new HashMap<Long, Place>();
            devices.forEach(device -> places.put(
                    HostKey.of(device.mac(), device.vlan()),
                    new Place(device.attachment(), new HashSet<>(device.ipv4Addresses()))));
            return places;
        }
    }
}

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
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.AddressesChanged;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.devices.DeviceEvent.Removed;
import net.beaconcontroller.devices.DeviceModel.Place;
import net.beaconcontroller.emulator.fake.Frames;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.topology.SwitchPort;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Whatever hosts say and ports do, in whatever order and time: the table is as a {@link DeviceModel} that does the same in the simplest
 * way, and who only hears the events knows the same. A failure tells its seed and the shortest sequence that was found.
 */
class DeviceModelTest {
    private static final List<SwitchPort> PORTS = List.of(
            new SwitchPort(1, 1),
            new SwitchPort(1, 2),
            new SwitchPort(2, 1),
            new SwitchPort(2, 2),
            new SwitchPort(1, 9));
    private static final int FOREIGN_ONE = 0;
    private static final int FOREIGN_OTHER = 2;
    private static final int NO_EDGE = 4;
    private static final int HOSTS = 5;
    private static final int ADDRESSES = 4;
    private static final int VLAN = 5;

    /** One thing that happens. */
    sealed interface Action {
        record Hear(int host, int port) implements Action {}

        record Claim(int host, int port, int address) implements Action {}

        /** All that were asked, and are still where they were asked, answer. */
        record Answer() implements Action {}

        /** A port is no edge any more; who listens to the topology hears that with {@link Tell}. */
        record Down(int port) implements Action {}

        record Up(int port) implements Action {}

        record Tell() implements Action {}

        record Pass(long millis) implements Action {}
    }

    @Provide
    Arbitrary<List<Action>> actions() {
        var hosts = Arbitraries.integers().between(0, HOSTS - 1);
        var ports = Arbitraries.integers().between(0, PORTS.size() - 1);
        var edges = Arbitraries.integers().between(0, NO_EDGE - 1);
        var addresses = Arbitraries.integers().between(0, ADDRESSES - 1);
        Arbitrary<Action> hear = Combinators.combine(hosts, ports).as(Action.Hear::new);
        Arbitrary<Action> claim = Combinators.combine(hosts, ports, addresses).as(Action.Claim::new);
        Arbitrary<Action> pass = Arbitraries.of(1L, 250L, 700L, 900L, 2_000L, 11_000L, 290_000L, 1_000_000L, 3_599_000L)
                .map(Action.Pass::new);
        return Arbitraries.frequencyOf(
                        Tuple.of(4, hear),
                        Tuple.of(6, claim),
                        Tuple.of(3, Arbitraries.create(Action.Answer::new)),
                        Tuple.of(1, edges.map(Action.Down::new)),
                        Tuple.of(2, edges.map(Action.Up::new)),
                        Tuple.of(2, Arbitraries.create(Action.Tell::new)),
                        Tuple.of(5, pass))
                .list()
                .ofMaxSize(120);
    }

    @Property(tries = 2_000)
    void theTableAndItsEventsAgreeWithTheModel(@ForAll("actions") List<Action> actions) {
        var run = new Run();
        actions.forEach(run::act);
    }

    /** The table, the model, and who hears the events, side by side. */
    private static final class Run {
        private long nowNanos = TimeUnit.DAYS.toNanos(1);
        private final FakeTopology topology = new FakeTopology();
        private final List<SwitchPort> untold = new ArrayList<>();
        private final List<Binding> asked = new ArrayList<>();
        private final EnumCounters<RejectionReason> refusals = new EnumCounters<>(RejectionReason.class);
        private final DeviceTable table = new DeviceTable(
                topology, DeviceTracker.USUAL_PORT_LIMIT, asked::add, this::follow, refusals, _ -> {}, () -> nowNanos);
        private final Ears ears = new Ears(() -> new HostLearner(
                topology,
                table,
                news -> {
                    news.run();
                    return true;
                },
                refusals));
        private final Map<Long, Device> followed = new HashMap<>();
        private final DeviceModel model = new DeviceModel();

        Run() {
            PORTS.subList(0, NO_EDGE).forEach(this::up);
            topology.withForeign(PORTS.get(FOREIGN_ONE), PORTS.get(FOREIGN_OTHER));
            model.join(PORTS.get(FOREIGN_ONE), PORTS.get(FOREIGN_OTHER));
        }

        private static int vlan(int host) {
            return host == 0 ? VLAN : VlanId.NONE;
        }

        /** Two hosts have the same Ethernet address, in two VLANs. */
        private static long mac(int host) {
            return Math.max(1, host);
        }

        private static long address(int address) {
            return 0x0a00_0001L + address;
        }

        void act(Action action) {
            nowNanos += 1013; // so that no two things happen at the same time
            switch (action) {
                case Action.Hear(int host, int port) -> hear(vlan(host), mac(host), PORTS.get(port));
                case Action.Claim(int host, int port, int address) ->
                    claim(vlan(host), mac(host), PORTS.get(port), address(address));
                case Action.Answer _ -> answer();
                case Action.Down(int port) -> {
                    SwitchPort down = PORTS.get(port);
                    if (topology.snapshot().isEdge(down)) {
                        topology.without(List.of(down));
                        model.down(down);
                        untold.add(down);
                    }
                }
                case Action.Up(int port) -> up(PORTS.get(port));
                case Action.Tell _ -> {
                    table.edgesRemoved(List.copyOf(untold));
                    model.told(untold, nowNanos);
                    untold.clear();
                }
                case Action.Pass(long millis) -> pass(nowNanos + TimeUnit.MILLISECONDS.toNanos(millis));
            }
            compare();
        }

        private void up(SwitchPort port) {
            topology.withEdges(port);
            model.up(port);
        }

        private void hear(int vlan, long mac, SwitchPort at) {
            Bytes frame = vlan == VlanId.NONE ? Frames.udp(9, mac, 1, 2) : Frames.taggedUdp(vlan, 9, mac, 1, 2);
            ears.hear(at, frame, nowNanos);
            model.hear(HostKey.of(mac, vlan), at, nowNanos);
        }

        private void claim(int vlan, long mac, SwitchPort at, long address) {
            ears.hear(at, HostFrames.arp(vlan, mac, Arp.REPLY, mac, address, address), nowNanos);
            model.passUntil(nowNanos);
            if (!model.isEcho(HostKey.of(mac, vlan), at)) {
                model.hear(HostKey.of(mac, vlan), at, nowNanos);
                model.claim(HostKey.of(mac, vlan), at, address, nowNanos);
            }
        }

        private void answer() {
            for (Binding question : List.copyOf(asked)) {
                SwitchPort place = question.host().place();
                if (place != null && topology.snapshot().isEdge(place)) {
                    long address = IpAddresses.ipv4(question.key().low());
                    claim(question.host().vlan(), question.host().mac(), place, address);
                    nowNanos += 1013;
                }
            }
            asked.clear();
        }

        private void pass(long endNanos) {
            while (table.timers().nanosToNext(nowNanos) <= endNanos - nowNanos) {
                nowNanos += Math.max(0, table.timers().nanosToNext(nowNanos));
                Objects.requireNonNull(table.timers().poll(nowNanos)).run();
            }
            nowNanos = endNanos;
            model.passUntil(endNanos);
        }

        private void follow(DeviceEvent event) {
            Device device = event.device();
            long key = HostKey.of(device.mac(), device.vlan());
            Device before = followed.get(key);
            assertThat(before == null).as("%s", event).isEqualTo(event instanceof Added);
            Optional<SwitchPort> place = before == null ? Optional.empty() : before.attachment();
            switch (event) {
                case Added _ -> assertThat(device.attachment()).isPresent();
                case Moved(var _, var from) -> {
                    assertThat(place).contains(from);
                    assertThat(device.attachment()).isPresent().isNotEqualTo(place);
                }
                case Detached(var _, var from) -> {
                    assertThat(place).contains(from);
                    assertThat(device.attachment()).isEmpty();
                }
                case Attached _ -> {
                    assertThat(place).isEmpty();
                    assertThat(device.attachment()).isPresent();
                }
                case AddressesChanged(var _, var old) -> {
                    assertThat(old.ipv4Addresses())
                            .isEqualTo(Objects.requireNonNull(before).ipv4Addresses());
                    assertThat(device.ipv4Addresses()).isNotEqualTo(old.ipv4Addresses());
                    assertThat(device.attachment()).isEqualTo(place);
                }
                case Removed _ -> {}
            }
            if (event instanceof Removed) {
                followed.remove(key);
            } else {
                followed.put(key, device);
            }
        }

        private void compare() {
            assertThat(placesOf(table.index().hosts().map(Host::device).toList()))
                    .isEqualTo(model.places());
            assertThat(placesOf(followed.values())).as("who hears the events").isEqualTo(model.places());
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

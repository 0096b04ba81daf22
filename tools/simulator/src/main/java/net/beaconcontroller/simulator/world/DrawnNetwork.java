package net.beaconcontroller.simulator.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;

/** The network of a plan, and what a {@link PlanGenerator} has to know of it. */
final class DrawnNetwork {
    private static final int MIN_SWITCHES = 3;
    private static final int MAX_SWITCHES = 6;
    private static final int MAX_HOSTS = 6;
    private static final int LARGE_SWITCHES = 20;
    private static final int LARGE_HOSTS = 60;
    private static final int MAX_SPARES = 2;
    private static final int MAX_LATENCY_MICROS = 2_000;

    /** In one of so many networks, a switch refuses to send to one of its ports. */
    private static final int UNUSABLE_PORTS = 8;

    /** One host in so many is at a local port. */
    private static final int LOCAL_HOSTS = 8;

    private final RandomGenerator random;
    private final NetworkSpecBuilder builder = new NetworkSpecBuilder();
    final List<String> switches = new ArrayList<>();
    final List<Cable> cables = new ArrayList<>();
    /** The switch of each host. */
    final Map<String, String> places = new TreeMap<>();

    final Set<String> localHosts = new TreeSet<>();
    final List<String> bridge = new ArrayList<>();
    private Optional<String> loopPlug = Optional.empty();
    private Optional<String> unusable = Optional.empty();
    private int addresses;

    private DrawnNetwork(RandomGenerator random) {
        this.random = random;
    }

    static DrawnNetwork small(RandomGenerator random) {
        var network = new DrawnNetwork(random);
        network.addNetwork(random.nextInt(MIN_SWITCHES, MAX_SWITCHES + 1), random.nextInt(2, MAX_HOSTS + 1));
        network.addPlugs();
        return network;
    }

    /** Draws a large network of switches and hosts alone. */
    static DrawnNetwork large(RandomGenerator random) {
        var network = new DrawnNetwork(random);
        network.addNetwork(LARGE_SWITCHES, LARGE_HOSTS);
        return network;
    }

    NetworkSpec layout() {
        return builder.build();
    }

    Optional<String> loopPlug() {
        return loopPlug;
    }

    Optional<String> unusable() {
        return unusable;
    }

    /** Returns an address that no host has had. */
    long newAddress() {
        return NetworkSpecBuilder.address(++addresses);
    }

    /** Returns the ends of links that have no carrier at the beginning. */
    List<NetworkSpec.End> spares() {
        NetworkSpec layout = layout();
        return Stream.concat(
                        cables.stream()
                                .filter(cable -> !cable.isUp)
                                .map(cable -> layout.links().get(cable.index).a()),
                        loopPlug.stream().map(plug -> layout.links().stream()
                                .filter(link -> link.a().node().equals(plug))
                                .findFirst()
                                .orElseThrow()
                                .b()))
                .toList();
    }

    private void addNetwork(int switchCount, int hostCount) {
        for (int i = 0; i < switchCount; i++) {
            switches.add(builder.addSwitch());
        }
        for (int i = 1; i < switchCount; i++) {
            addCable(switches.get(i), switches.get(random.nextInt(i)), true);
        }
        for (int more = random.nextInt(switchCount); more > 0; more--) {
            addCable(true);
        }
        for (int more = random.nextInt(MAX_SPARES + 1); more > 0; more--) {
            addCable(false);
        }
        for (Cable cable : cables) {
            builder.link(cable.from, cable.to, latency(), 0);
        }
        for (int i = 0; i < hostCount; i++) {
            addHost();
        }
    }

    private void addPlugs() {
        if (random.nextBoolean()) {
            loopPlug = Optional.of(addPlug());
        }
        for (int ports = 2 * random.nextInt(2); ports > 0; ports--) {
            bridge.add(addPlug());
        }
        if (random.nextInt(UNUSABLE_PORTS) == 0) {
            unusable = Optional.of(addPlug());
        }
        addresses = places.size() + bridge.size() + 2;
    }

    private void addHost() {
        String sw = any(switches);
        boolean isLocal = random.nextInt(LOCAL_HOSTS) == 0
                && localHosts.stream().map(places::get).noneMatch(sw::equals);
        String host = isLocal ? builder.addLocalHost(sw) : builder.addHost(sw);
        places.put(host, sw);
        if (isLocal) {
            localHosts.add(host);
        }
    }

    /** Adds a node that is no host; with a latency, so that no frame returns at once. */
    private String addPlug() {
        String plug = "h" + (places.size() + bridge.size() + (loopPlug.isPresent() ? 2 : 1));
        builder.addHost(NetworkSpecBuilder.numbered(plug));
        builder.link(plug, any(switches), latency(), 0);
        return plug;
    }

    private Duration latency() {
        return Duration.ofNanos(1_000L * random.nextInt(1, MAX_LATENCY_MICROS));
    }

    private void addCable(boolean isUp) {
        int from = random.nextInt(switches.size());
        int to = random.nextInt(switches.size() - 1);
        addCable(switches.get(from), switches.get(to < from ? to : to + 1), isUp);
    }

    private void addCable(String from, String to, boolean isUp) {
        cables.add(new Cable(cables.size(), from, to, isUp));
    }

    <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    String anyHost() {
        return any(List.copyOf(places.keySet()));
    }
}

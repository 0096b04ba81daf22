package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.devices.DeviceTracker;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.topology.LinkDiscovery;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;

/** A controller with topology, devices and routing, connected as OSGi would connect them, and an emulated network. */
final class RoutedNetwork implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Settling takes two seconds at most on an idle machine. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    final OpenFlowController controller;
    final LinkDiscovery topology;
    final DeviceTracker devices;
    final ShortestPaths engine = new ShortestPaths(LinkWeights.HOPS);
    Forwarder forwarder;
    private final ApplicationSettings settings;
    private Registration registration;
    NetworkSpec layout;
    Network network;

    private RoutedNetwork(NetworkSpec layout, NetworkOptions options, Map<String, String> settings) throws IOException {
        this.layout = layout;
        this.settings = ApplicationSettings.of(settings);
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        topology = new LinkDiscovery(this.settings, controller);
        devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
        topology.addListener(devices);
        topology.addListener(engine);
        controller.register("topology", topology);
        controller.register("devices", devices);
        forwarder = newForwarder();
        registration = controller.register("routing", forwarder);
        controller.start();
        network = Network.start(layout, controller.address(), options);
    }

    private Forwarder newForwarder() {
        var created = new Forwarder(settings, controller, topology, devices);
        created.setEngine(engine);
        topology.addListener(created);
        devices.addListener(created);
        return created;
    }

    /** Replaces the forwarder by another, which knows nothing of the installed flows. */
    void replaceForwarder() {
        registration.close();
        topology.removeListener(forwarder);
        devices.removeListener(forwarder);
        forwarder.close();
        forwarder = newForwarder();
        registration = controller.register("routing", forwarder);
    }

    /** Starts a network and waits until its topology is discovered. */
    static RoutedNetwork start(NetworkSpec layout, Version version) throws IOException {
        return start(layout, version, Map.of());
    }

    /** Starts a network with these settings of topology and routing, and waits until its topology is discovered. */
    static RoutedNetwork start(NetworkSpec layout, Version version, Map<String, String> settings) throws IOException {
        return start(layout, NetworkOptions.of(Set.of(version)), settings);
    }

    /** Starts a network with these options, and waits until its topology is discovered. */
    static RoutedNetwork start(NetworkSpec layout, NetworkOptions options) throws IOException {
        return start(layout, options, Map.of());
    }

    static RoutedNetwork start(NetworkSpec layout, NetworkOptions options, Map<String, String> settings)
            throws IOException {
        var routed = new RoutedNetwork(layout, options, settings);
        routed.awaitSettled();
        return routed;
    }

    static RoutedNetwork start(String layout, Version version) throws IOException {
        return start(NetworkSpec.of(layout), version);
    }

    /** Replaces the network, whose switches lose their connections, by another one with the same datapath ids. */
    void rebuild(NetworkSpec newLayout, NetworkOptions options) throws IOException {
        network.close();
        layout = newLayout;
        network = Network.start(newLayout, controller.address(), options);
    }

    /** Waits until the controller knows all running switches, links and edges. */
    void awaitSettled() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            TopologySnapshot now = topology.snapshot();
            assertThat(connected(now)).as("switches").hasSize(network.counters().running());
            assertThat(set(now.links().stream().flatMap(link -> Stream.of(link.from(), link.to()))))
                    .as("link endpoints")
                    .isEqualTo(set(ends(false)));
            assertThat(set(connected(now).stream()
                            .flatMap(id -> now.edges(id).numbers().stream().map(port -> new SwitchPort(id, port)))))
                    .as("edges")
                    .isEqualTo(set(ends(true)));
        });
    }

    /** Returns the switches that are connected. Those that failed stay in the topology for a while. */
    static List<Long> connected(TopologySnapshot topology) {
        return topology.switches().stream().filter(topology::isConnected).toList();
    }

    /** Returns the switch ports of all links with a carrier. */
    private Stream<SwitchPort> ends(boolean ofHosts) {
        return network.links().stream()
                .filter(link -> link.hasCarrier()
                        && ofHosts
                                == (link.place().a().port() == 0
                                        || link.place().b().port() == 0))
                .flatMap(link -> Stream.of(link.place().a(), link.place().b()))
                .filter(end -> end.port() > 0)
                .map(end -> new SwitchPort(Long.parseLong(end.node().substring(1)), end.port()));
    }

    private static Set<SwitchPort> set(Stream<SwitchPort> ports) {
        return ports.collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the number of packet-ins that the controller received from all switches. */
    long packetIns() {
        return controller.switches().stream()
                .mapToLong(sw -> sw.counters().received(MessageType.PACKET_IN))
                .sum();
    }

    /** Waits until the controller receives few packet-ins but probes, which arrive every five seconds for each link. */
    void awaitQuiet() {
        int maxPerSecond = topology.snapshot().links().size();
        var before = new AtomicLong(packetIns());
        await().atMost(QUIET).pollInterval(Duration.ofSeconds(1)).until(() -> {
            long now = packetIns();
            return now - before.getAndSet(now) < maxPerSecond;
        });
    }

    @Override
    public void close() {
        network.close();
        controller.close();
        topology.close();
        devices.close();
        forwarder.close();
    }
}

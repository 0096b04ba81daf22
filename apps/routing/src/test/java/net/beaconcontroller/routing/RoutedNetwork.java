package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.core.ControllerOptions;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.devices.DeviceTracker;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.topology.LinkDiscovery;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;

/**
 * A controller with the network services, put together as the framework would do it, and an emulated network that it
 * controls.
 */
final class RoutedNetwork implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** It takes two seconds at most, and this on a machine that has other things to do. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    final OpenFlowController controller;
    final LinkDiscovery topology = new LinkDiscovery(ApplicationSettings.none());
    final DeviceTracker devices;
    final ShortestPaths engine = new ShortestPaths(LinkWeights.HOPS);
    final Forwarder forwarder;
    final NetworkSpec layout;
    final Network network;

    private RoutedNetwork(NetworkSpec layout, Version version) throws IOException {
        this.layout = layout;
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
        forwarder = new Forwarder(ApplicationSettings.none(), controller, topology, devices);
        forwarder.setEngine(engine);
        topology.addListener(devices);
        topology.addListener(engine);
        topology.addListener(forwarder);
        devices.addListener(forwarder);
        controller.register("topology", topology);
        controller.register("devices", devices);
        controller.register("routing", forwarder);
        controller.start();
        network = Network.start(layout, controller.address(), NetworkOptions.of(Set.of(version)));
    }

    /** Returns when the topology is known. */
    static RoutedNetwork start(NetworkSpec layout, Version version) throws IOException {
        var routed = new RoutedNetwork(layout, version);
        routed.awaitSettled();
        return routed;
    }

    static RoutedNetwork start(String layout, Version version) throws IOException {
        return start(NetworkSpec.of(layout), version);
    }

    /** Until the controller knows what there is: all switches, links and edges that are up. */
    void awaitSettled() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            TopologySnapshot now = topology.snapshot();
            assertThat(now.switches()).as("switches").hasSize(network.counters().running());
            assertThat(set(now.links().stream().flatMap(link -> Stream.of(link.from(), link.to()))))
                    .as("ends of links")
                    .isEqualTo(set(ends(false)));
            assertThat(set(now.switches().stream()
                            .flatMap(id -> now.edges(id).numbers().stream().map(port -> new SwitchPort(id, port)))))
                    .as("edges")
                    .isEqualTo(set(ends(true)));
        });
    }

    /** Where links that have a carrier end at switches. */
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

    /** How many packet-ins all switches have sent, as the controller counts them. */
    long packetIns() {
        return controller.switches().stream()
                .mapToLong(sw -> sw.counters().received(MessageType.PACKET_IN))
                .sum();
    }

    /**
     * Until hardly more comes to the controller than probes: each link is probed every five seconds, and hosts ask now
     * and then.
     */
    void awaitQuiet() {
        int aSecond = topology.snapshot().links().size();
        var before = new AtomicLong(packetIns());
        await().atMost(QUIET).pollInterval(Duration.ofSeconds(1)).until(() -> {
            long now = packetIns();
            return now - before.getAndSet(now) < aSecond;
        });
    }

    @Override
    public void close() {
        network.close();
        controller.close();
        topology.close();
        devices.close();
    }
}

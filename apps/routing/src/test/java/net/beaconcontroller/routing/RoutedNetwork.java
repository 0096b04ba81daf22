package net.beaconcontroller.routing;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.Options;
import net.beaconcontroller.devices.DeviceTracker;
import net.beaconcontroller.emulator.Layout;
import net.beaconcontroller.emulator.Network;
import net.beaconcontroller.emulator.NetworkOptions;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.topology.Discovery;
import net.beaconcontroller.topology.TopologySnapshot;

/** A controller with the network services, put together as the framework would do it, and an emulated network that it controls. */
final class RoutedNetwork implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final OpenFlowController controller;
    final Discovery topology = new Discovery();
    final DeviceTracker devices;
    final ShortestPaths engine = new ShortestPaths();
    final Forwarder forwarder;
    final Layout layout;
    final Network network;

    private RoutedNetwork(Layout layout, Version version) throws IOException {
        this.layout = layout;
        controller = new OpenFlowController(Options.onFreePort());
        devices = new DeviceTracker(controller, topology);
        forwarder = new Forwarder(controller, topology, devices);
        forwarder.setEngine(engine);
        topology.addListener(devices);
        topology.addListener(engine);
        topology.addListener(forwarder);
        devices.addListener(forwarder);
        controller.register("topology", topology);
        controller.register("devices", devices);
        controller.register("routing", forwarder);
        controller.start();
        network = Network.start(layout, controller.address(), NetworkOptions.of(version));
    }

    /** Returns when the topology is known. */
    static RoutedNetwork start(Layout layout, Version version) throws IOException {
        var routed = new RoutedNetwork(layout, version);
        routed.awaitSettled();
        return routed;
    }

    static RoutedNetwork start(String layout, Version version) throws IOException {
        return start(Layout.of(layout), version);
    }

    /** Until the controller knows what there is: all switches, links and edges that are up. */
    void awaitSettled() {
        await().atMost(PATIENCE)
                .until(() -> topology.snapshot().switches().size()
                                == layout.switches().size()
                        && isEachPortKnown());
    }

    private boolean isEachPortKnown() {
        TopologySnapshot now = topology.snapshot();
        long edges = 0;
        long links = 0;
        for (Network.LinkState link : network.links()) {
            if (link.hasCarrier()) {
                boolean toHost =
                        link.place().a().port() == 0 || link.place().b().port() == 0;
                edges += toHost ? 1 : 0;
                links += toHost ? 0 : 2;
            }
        }
        return now.links().size() == links
                && edges
                        == now.switches().stream()
                                .mapToLong(id -> now.edges(id).numbers().size())
                                .sum();
    }

    /** How many packet-ins all switches have sent, as the controller counts them. */
    long packetIns() {
        return controller.switches().stream()
                .mapToLong(sw -> sw.counters().received(MessageType.PACKET_IN))
                .sum();
    }

    @Override
    public void close() {
        network.close();
        controller.close();
        topology.close();
        devices.close();
    }
}

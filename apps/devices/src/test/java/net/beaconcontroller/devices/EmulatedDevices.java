package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.topology.LinkDiscovery;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import org.jspecify.annotations.Nullable;

/** A controller with link discovery and devices, and an emulated network. The controller floods all packets. */
final class EmulatedDevices implements AutoCloseable {
    /** Floods packets, but drops those at settling ports, as routing does. */
    @Pipeline(Stage.FORWARD)
    private record Flooding(Topology topology) implements PacketInListener {
        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            var at = new SwitchPort(sw.datapathId(), in.inPort());
            if (topology.snapshot().isEdge(at) || topology.snapshot().isInfrastructure(at)) {
                sw.packetOut(in).flood().send();
            }
            return Next.STOP;
        }
    }

    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final OpenFlowController controller;
    private final LinkDiscovery topology;
    private final DeviceTracker devices;
    private @Nullable Network network;

    /** Starts the controller. */
    EmulatedDevices(ApplicationSettings settings) throws IOException {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        topology = new LinkDiscovery(ApplicationSettings.none(), controller);
        devices = new DeviceTracker(controller, settings, topology);
        topology.addListener(devices);
        controller.register("topology", topology);
        controller.register("devices", devices);
        controller.register("flooding", new Flooding(topology));
        controller.start();
    }

    @Override
    public void close() {
        if (network != null) {
            network.close();
        }
        topology.removeListener(devices);
        devices.close();
        controller.close();
        topology.close();
    }

    DeviceTracker devices() {
        return devices;
    }

    Topology topology() {
        return topology;
    }

    /** Starts a network and waits until all its edges and links are discovered. */
    Network start(NetworkSpec layout) throws Exception {
        Network started = Network.start(layout, controller.address(), NetworkOptions.of(Set.of(Version.OF13)));
        network = started;
        assertThat(started.awaitConnected(PATIENCE)).isTrue();
        int links = 2 * (layout.links().size() - layout.hosts().size());
        await().until(() -> topology.snapshot().links().size() == links
                && topology.snapshot().edgeCount() == layout.hosts().size());
        return started;
    }

    /** Returns where a host is attached. */
    Optional<SwitchPort> attachment(EmulatedHost host) {
        return devices.byMac(host.mac(), VlanId.NONE).flatMap(Device::attachment);
    }

    /** Lets a host announce its address, and waits until it is learned. */
    void announce(EmulatedHost host) {
        host.announce();
        await().until(() -> devices.byMac(host.mac(), VlanId.NONE)
                .filter(device -> !device.ipv4Addresses().isEmpty())
                .isPresent());
    }
}

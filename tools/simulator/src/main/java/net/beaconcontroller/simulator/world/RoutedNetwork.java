package net.beaconcontroller.simulator.world;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.Optional;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.devices.DeviceTracker;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.routing.Forwarder;
import net.beaconcontroller.routing.ShortestPaths;
import net.beaconcontroller.topology.LinkDiscovery;

/** A controller with topology, devices and routing, connected as OSGi would connect them, and an emulated network. */
public final class RoutedNetwork implements AutoCloseable {
    private static final int LOOPS = 2;

    private final OpenFlowController controller;
    private final LinkDiscovery topology;
    private final DeviceTracker devices;
    private final ShortestPaths engine;
    private final Network network;
    private Forwarder forwarder;
    private Registration registration;

    /**
     * Starts all of it.
     *
     * @param options of the network
     * @param threads of the controller and the network
     * @param sockets between them
     */
    public RoutedNetwork(NetworkSpec layout, NetworkOptions options, Threads threads, SelectorProvider sockets)
            throws IOException {
        ControllerOptions free = ControllerOptions.onFreePort();
        ControllerOptions.Isolation bounds = free.isolation();
        controller = new OpenFlowController(
                free.withIo(free.io().withLoops(LOOPS).withTransport(TransportType.NIO))
                        .withIsolation(new ControllerOptions.Isolation(
                                bounds.slowCall(),
                                Optional.of(FaultyApplication.PERMITTED),
                                bounds.callTime(),
                                bounds.loopSharePercent())),
                threads,
                sockets);
        topology = new LinkDiscovery(ApplicationSettings.none(), controller);
        devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
        engine = new ShortestPaths(ApplicationSettings.none(), topology);
        topology.addListener(devices);
        topology.addListener(engine);
        controller.register("topology", topology);
        controller.register("devices", devices);
        forwarder = newForwarder();
        registration = controller.register("routing", forwarder);
        controller.start();
        InetSocketAddress address = controller.address();
        network = Network.start(layout, address, options, threads, sockets);
    }

    private Forwarder newForwarder() {
        var created = new Forwarder(ApplicationSettings.none(), controller, topology, devices);
        created.setEngine(engine);
        topology.addListener(created);
        devices.addListener(created);
        return created;
    }

    /** Replaces the forwarder by another, which knows nothing of the installed flows. */
    public void replaceForwarder() {
        registration.close();
        topology.removeListener(forwarder);
        devices.removeListener(forwarder);
        forwarder.close();
        forwarder = newForwarder();
        registration = controller.register("routing", forwarder);
    }

    public OpenFlowController controller() {
        return controller;
    }

    public LinkDiscovery topology() {
        return topology;
    }

    public DeviceTracker devices() {
        return devices;
    }

    public Forwarder forwarder() {
        return forwarder;
    }

    public Network network() {
        return network;
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

package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.devices.DeviceTracker;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.routing.Forwarder;
import net.beaconcontroller.routing.ShortestPaths;
import net.beaconcontroller.testkit.LiveController;
import net.beaconcontroller.testkit.TestStore;
import net.beaconcontroller.topology.LinkDiscovery;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Isolated ports in an emulated network of two switches with two hosts each, and one at a local port. */
@Execution(ExecutionMode.CONCURRENT)
class PortIsolationTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LOST = Duration.ofMillis(200);
    /** 10.255.255.255. */
    private static final long BROADCAST = 0x0aff_ffffL;

    private static NetworkSpec layout() {
        var layout = new NetworkSpecBuilder();
        layout.link(layout.addSwitch(), layout.addSwitch());
        List.of("s1", "s1", "s2", "s2").forEach(layout::addHost);
        layout.addLocalHost("s1");
        return layout.build();
    }

    private static boolean canPing(Network network, String from, String to, Duration timeout) {
        try {
            network.host(from)
                    .ping(network.host(to).address().orElseThrow(), timeout)
                    .get();
            return true;
        } catch (ExecutionException _) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitTrue(BooleanSupplier condition) {
        await().atMost(Duration.ofSeconds(20)).until(condition::getAsBoolean);
    }

    private static String port(EmulatedHost host, DeviceTracker devices) {
        awaitTrue(() -> devices.attachment(host.mac(), VlanId.NONE) != null);
        return String.valueOf(devices.attachment(host.mac(), VlanId.NONE));
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void hostsAtPortsOfDifferentGroupsDoNotReachEachOther(Version version) throws Exception {
        try (var store = new TestStore();
                LiveController controller = LiveController.start();
                var topology = new LinkDiscovery(ApplicationSettings.none(), controller)) {
            var devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
            var engine = new ShortestPaths(ApplicationSettings.none(), topology);
            var forwarder = new Forwarder(ApplicationSettings.none(), controller, topology, devices);
            forwarder.setEngine(engine);
            topology.addListener(devices);
            topology.addListener(engine);
            topology.addListener(forwarder);
            devices.addListener(forwarder);
            var groups = new PortGroups(store);
            var isolation = new PortIsolation(controller, groups, topology, devices, forwarder);
            controller.register("topology", topology);
            controller.register("devices", devices);
            controller.register("acl", isolation);
            controller.register("routing", forwarder);
            Network network = controller.emulate(layout(), version);
            awaitTrue(() -> topology.snapshot().links().size() == 2);
            awaitTrue(() -> network.pingAll(TIMEOUT).isFlawless());

            // the same switch: h1, h2, h5; another: h3, h4
            String port1 = port(network.host("h1"), devices);
            String port2 = port(network.host("h2"), devices);
            String port3 = port(network.host("h3"), devices);
            String local = port(network.host("h5"), devices);
            assertThat(local).isEqualTo("0000000000000001:LOCAL");
            groups.put(local, "blue");
            groups.put(port1, "red");
            groups.put(port2, "blue");
            groups.put(port3, "red");
            awaitTrue(() -> !canPing(network, "h1", "h2", LOST) && !canPing(network, "h3", "h2", LOST));
            assertThat(canPing(network, "h1", "h5", LOST)).as("a local port").isFalse();
            assertThat(canPing(network, "h5", "h3", LOST)).as("a local port").isFalse();
            assertThat(canPing(network, "h5", "h2", TIMEOUT))
                    .as("the same group")
                    .isTrue();
            assertThat(canPing(network, "h2", "h1", LOST)).isFalse();
            assertThat(canPing(network, "h2", "h3", LOST)).isFalse();
            assertThat(canPing(network, "h1", "h3", TIMEOUT))
                    .as("the same group")
                    .isTrue();
            assertThat(canPing(network, "h2", "h4", TIMEOUT)).as("no group").isTrue();
            assertThat(canPing(network, "h4", "h1", TIMEOUT)).as("no group").isTrue();

            long id = network.host("h1").sendDatagram(BROADCAST);
            awaitTrue(() -> network.host("h3").hasSeen(id) && network.host("h4").hasSeen(id));
            assertThat(network.host("h2").hasSeen(id)).as("a broadcast").isFalse();
            assertThat(network.host("h5").hasSeen(id))
                    .as("a broadcast to a local port")
                    .isFalse();

            groups.put(port1, PortGroups.ISOLATED);
            groups.put(port3, PortGroups.ISOLATED);
            awaitTrue(() -> !canPing(network, "h1", "h3", LOST));
            assertThat(canPing(network, "h1", "h4", TIMEOUT)).isTrue();

            for (String port : groups.all().keySet()) {
                groups.remove(port);
            }
            awaitTrue(() -> network.pingAll(TIMEOUT).isFlawless());
            forwarder.close();
            devices.close();
        }
    }
}

package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Devices in emulated networks with link discovery. The controller floods all packets. */
class EmulatedNetworkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<DeviceEvent> events = new CopyOnWriteArrayList<>();
    private EmulatedDevices emulated;
    private Devices devices;
    private Topology topology;

    @BeforeEach
    void startController() throws IOException {
        emulated = new EmulatedDevices(ApplicationSettings.none());
        devices = emulated.devices();
        topology = emulated.topology();
        emulated.devices().addListener(events::add);
    }

    @AfterEach
    void stop() {
        emulated.close();
    }

    private Network start(NetworkSpec layout) throws Exception {
        return emulated.start(layout);
    }

    private Optional<SwitchPort> attachment(EmulatedHost host) {
        return emulated.attachment(host);
    }

    private void announce(EmulatedHost host) {
        emulated.announce(host);
    }

    @Test
    void hostsAreAttachedToTheirEdgesThoughPacketsCrossOtherSwitches() throws Exception {
        Network network = start(NetworkSpec.of("tree,2,3"));
        assertThat(network.pingAll(PATIENCE).lost()).isEmpty();
        await().until(() -> devices.all()
                        .filter(device -> device.ipv4Addresses().size() == 1)
                        .count()
                == 9);
        for (EmulatedHost host : network.hosts()) {
            Device device =
                    devices.byIpv4(host.address().orElseThrow(), VlanId.NONE).orElseThrow();
            assertThat(device.mac()).isEqualTo(host.mac());
            assertThat(device.attachment()).isPresent();
            assertThat(devices.at(device.attachment().orElseThrow())).hasSize(1);
        }
        assertThat(devices.rejections().values()).containsOnly(0L);
        assertThat(events).noneMatch(event -> event instanceof Moved || event instanceof Detached);
    }

    @Test
    void findsAHostThatMovesToAnotherSwitch() throws Exception {
        Network network = start(NetworkSpec.of("linear,3"));
        EmulatedHost host = network.host("h1");
        announce(host);
        long port = network.moveHost("h1", "s3");
        await().until(() -> topology.snapshot().isEdge(new SwitchPort(3, port)));
        host.announce();
        await().until(() -> attachment(host).equals(Optional.of(new SwitchPort(3, port))));
        assertThat(events).anyMatch(event -> event instanceof Attached || event instanceof Moved);
        assertThat(devices.byIpv4(host.address().orElseThrow(), VlanId.NONE)).isPresent();
    }

    @Test
    void aHostThatSpoofsAMacAddressDoesNotTakeOverTheAttachment() throws Exception {
        var layout = new NetworkSpecBuilder();
        layout.link(layout.addSwitch(), layout.addSwitch());
        NetworkSpec.Host victim = NetworkSpecBuilder.numbered("h1");
        layout.addHost(victim);
        layout.addHost(NetworkSpecBuilder.numbered("h2").withMac(victim.mac()).withAddress(victim.address()));
        layout.link("h1", "s1").link("h2", "s2");
        Network network = start(layout.build());
        announce(network.host("h1"));
        SwitchPort attachment = attachment(network.host("h1")).orElseThrow();
        network.host("h2").announce();
        await().until(() -> Objects.equals(devices.rejections().get(RejectionReason.STILL_AT_OLD_PORT), 1L));
        assertThat(attachment(network.host("h1"))).contains(attachment);
    }

    @Test
    void aDuplicateAddressStaysWithTheFirstHost() throws Exception {
        var layout = new NetworkSpecBuilder();
        String near = layout.addSwitch();
        NetworkSpec.Host first = NetworkSpecBuilder.numbered("h1");
        layout.addHost(first);
        layout.addHost(NetworkSpecBuilder.numbered("h2").withAddress(first.address()));
        layout.link("h1", near).link("h2", near);
        Network network = start(layout.build());
        announce(network.host("h1"));
        network.host("h2").announce();
        await().until(() -> Objects.equals(devices.rejections().get(RejectionReason.ADDRESS_IN_USE), 1L));
        assertThat(devices.byIpv4(first.address(), VlanId.NONE))
                .map(Device::mac)
                .contains(first.mac());
    }

    @Test
    void learnsTheAddressOfADhcpClient() throws Exception {
        var layout = new NetworkSpecBuilder();
        String near = layout.addSwitch();
        NetworkSpec.Host server = NetworkSpecBuilder.numbered("h1");
        layout.addHost(server.withLeases(
                new NetworkSpec.Pool(NetworkSpecBuilder.address(101), NetworkSpecBuilder.address(101))));
        layout.addHost(NetworkSpecBuilder.numbered("h2").withAddress(NetworkSpec.Host.BY_DHCP));
        layout.link("h1", near).link("h2", near);
        Network network = start(layout.build());
        await().until(() -> devices.byIpv4(NetworkSpecBuilder.address(101), VlanId.NONE)
                .map(Device::mac)
                .equals(Optional.of(network.host("h2").mac())));
    }
}

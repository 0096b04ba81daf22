package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

/** Attacks of hosts in emulated networks. */
class HostileHostTest {
    private static final int TRANSACTION = 77;

    /** The move delay is so long that the victim is back in time even on a loaded machine. */
    @Test
    void aHostDoesNotTakeThePlaceOfAnotherWhosePortIsDown() throws Exception {
        var layout = new NetworkSpecBuilder();
        layout.link(layout.addSwitch(), layout.addSwitch());
        NetworkSpec.Host victim = NetworkSpecBuilder.numbered("h1");
        layout.addHost(victim);
        layout.addHost(NetworkSpecBuilder.numbered("h2").withMac(victim.mac()).withAddress(victim.address()));
        layout.link("h1", "s1").link("h2", "s2");
        try (var emulated = new EmulatedDevices(ApplicationSettings.of(Map.of("move-delay", "5m")))) {
            Network network = emulated.start(layout.build());
            EmulatedHost host = network.host("h1");
            emulated.announce(host);
            SwitchPort at = emulated.attachment(host).orElseThrow();
            network.linkDown("h1", "s1");
            await().until(() -> emulated.attachment(host).isEmpty());
            network.host("h2").announce();
            network.linkUp("h1", "s1");
            await().until(() -> emulated.topology().snapshot().isEdge(at));
            host.announce();
            await().until(() -> emulated.attachment(host).isPresent());
            assertThat(emulated.attachment(host)).contains(at);
            assertThat(emulated.devices().rejections()).containsEntry(RejectionReason.STILL_AT_OLD_PORT, 1L);
        }
    }

    @Test
    void aHostDoesNotBecomeADhcpServer() throws Exception {
        var layout = new NetworkSpecBuilder();
        String near = layout.addSwitch();
        layout.addHost(NetworkSpecBuilder.numbered("h1")
                .withLeases(new NetworkSpec.Pool(NetworkSpecBuilder.address(101), NetworkSpecBuilder.address(101))));
        layout.addHost(NetworkSpecBuilder.numbered("h2").withAddress(NetworkSpec.Host.BY_DHCP));
        layout.addHost(NetworkSpecBuilder.numbered("h3"));
        layout.link("h1", near).link("h2", near).link("h3", near);
        try (var emulated = new EmulatedDevices(ApplicationSettings.none())) {
            Network network = emulated.start(layout.build());
            EmulatedHost server = network.host("h1");
            EmulatedHost client = network.host("h2");
            EmulatedHost rogue = network.host("h3");
            await().until(() -> emulated.devices()
                    .byIpv4(NetworkSpecBuilder.address(101), VlanId.NONE)
                    .map(Device::mac)
                    .equals(Optional.of(client.mac())));
            List<byte[]> received = new CopyOnWriteArrayList<>();
            client.setListener(frame -> {
                if ((byte) Ethernet.sourceOf(frame, 0) == (byte) rogue.mac()) {
                    received.add(frame);
                }
            });
            // more servers than the controller remembers
            for (int i = 0; i <= DhcpServers.MAX_SERVERS_PER_VLAN; i++) {
                rogue.send(HostFrames.dhcpAck(
                                rogue.mac() + (i << 8), client.mac(), TRANSACTION, NetworkSpecBuilder.address(9), 60)
                        .toArray());
            }
            byte[] last = Frames.udp(MacAddress.BROADCAST, rogue.mac(), 1, 2).toArray();
            rogue.send(last);
            await().until(() -> received.stream().anyMatch(frame -> frame.length == last.length));
            assertThat(received).hasSize(1);
            assertThat(emulated.devices().dhcpServers(VlanId.NONE))
                    .extracting(Device::mac)
                    .containsExactly(server.mac());
            assertThat(emulated.devices().rejections())
                    .containsEntry(RejectionReason.UNTRUSTED_DHCP_SERVER, DhcpServers.MAX_SERVERS_PER_VLAN + 1L);
        }
    }
}

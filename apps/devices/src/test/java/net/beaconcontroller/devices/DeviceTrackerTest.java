package net.beaconcontroller.devices;

import static net.beaconcontroller.devices.HostFrames.advertisement;
import static net.beaconcontroller.devices.HostFrames.announcement;
import static net.beaconcontroller.devices.HostFrames.dhcpAck;
import static net.beaconcontroller.devices.HostFrames.dhcpRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologySnapshot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeviceTrackerTest {
    private static final long A = 0x0200_0000_000aL;
    private static final long B = 0x0200_0000_000bL;
    private static final long IP = 0x0a00_000a;
    private static final String IP6 = "fe80000000000000000000000000000a";
    private static final SwitchPort PORT_1 = new SwitchPort(1, 1);
    private static final SwitchPort PORT_2 = new SwitchPort(1, 2);

    private final FakeTopology topology = new FakeTopology().withEdges(PORT_1, PORT_2);
    private final List<DeviceEvent> events = new CopyOnWriteArrayList<>();
    private OpenFlowController controller;
    private DeviceTracker devices;
    private ScriptedSwitch fake;

    @BeforeEach
    void start() throws Exception {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
        devices.addListener(events::add);
        controller.register("devices", devices);
        controller.start();
        fake = ScriptedSwitch.connect(controller.address(), 1, Version.OF13);
        await().until(() -> controller.switchOf(1).isPresent());
    }

    @AfterEach
    void stop() throws Exception {
        fake.close();
        controller.close();
        devices.close();
    }

    private void send(long port, Bytes frame) throws IOException {
        fake.send(PacketIn.of(port, PacketIn.NO_BUFFER, frame));
    }

    private void awaitAttached(long mac, SwitchPort port) {
        await().until(() ->
                devices.byMac(mac, VlanId.NONE).flatMap(Device::attachment).equals(Optional.of(port)));
    }

    private void awaitAddress(long mac, long ip) {
        await().until(() -> devices.byIpv4(ip, VlanId.NONE).map(Device::mac).equals(Optional.of(mac)));
    }

    /** Waits for a probe that leaves this port, and returns its frame. */
    private Ethernet awaitProbe(long port) throws Exception {
        PacketOut out = fake.await(PacketOut.class);
        assertThat(out.actions()).containsExactly(new Action.Output(port));
        var frame = new Ethernet();
        frame.wrap(out.data().toArray(), 0, out.data().length());
        return frame;
    }

    @Test
    void learnsHostsAtTheirPorts() throws Exception {
        send(1, Frames.udp(B, A, 1, 2));
        send(2, Frames.taggedUdp(7, A, B, 1, 2));
        awaitAttached(A, PORT_1);
        await().until(() -> devices.byMac(B, 7).isPresent());
        assertThat(devices.byMac(A, 7)).isEmpty();
        assertThat(devices.count()).isEqualTo(2);
        assertThat(devices.at(PORT_2)).extracting(Device::mac).containsExactly(B);
        assertThat(topology.hostsSeen()).containsExactly(PORT_1, PORT_2);
    }

    @Test
    void ignoresGroupSourcesLldpItsOwnProbesAndPortsThatAreNoEdges() throws Exception {
        send(1, Frames.udp(B, 0x0100_0000_0001L, 1, 2));
        send(1, Frames.udp(B, 0, 1, 2));
        send(1, Frames.udp(B, AddressProbes.PROBE_SOURCE, 1, 2));
        byte[] lldp = Frames.udp(B, 0x0200_0000_000cL, 1, 2).toArray();
        lldp[12] = (byte) (Ethernet.TYPE_LLDP >> 8);
        lldp[13] = (byte) Ethernet.TYPE_LLDP;
        send(1, Bytes.of(lldp));
        send(3, Frames.udp(A, B, 1, 2));
        send(1, Frames.udp(B, A, 1, 2));
        awaitAttached(A, PORT_1);
        assertThat(devices.count()).isEqualTo(1);
    }

    @Test
    void learnsAHostThatAnApplicationReports() throws Exception {
        devices.hostSeen(A, VlanId.NONE, PORT_1);
        awaitAttached(A, PORT_1);
        assertThat(topology.hostsSeen()).containsExactly(PORT_1);
    }

    @Test
    void verifiesAReportOfAHostThatIsAttachedElsewhere() throws Exception {
        send(1, announcement(A, IP));
        awaitAddress(A, IP);
        devices.hostSeen(A, VlanId.NONE, PORT_2);
        assertThat(awaitProbe(1).destination()).isEqualTo(A);
    }

    @Test
    void probesASilentHostWhenItsPortIsAnEdgeAgain() throws Exception {
        send(1, announcement(A, IP));
        awaitAddress(A, IP);
        devices.topologyChanged(topology.without(List.of(PORT_1)));
        topology.withEdges(PORT_1);
        devices.topologyChanged(TopologyChange.between(TopologySnapshot.EMPTY, topology.snapshot()));
        assertThat(awaitProbe(1).destination()).isEqualTo(A);
        send(1, announcement(A, IP));
        awaitAttached(A, PORT_1);
    }

    @Test
    void ignoresReportsOfAddressesThatNoHostHasAndAtPortsThatAreNoEdges() throws Exception {
        devices.hostSeen(0x0100_0000_0001L, VlanId.NONE, PORT_1);
        devices.hostSeen(B, VlanId.NONE, new SwitchPort(1, 3));
        devices.hostSeen(A, VlanId.NONE, PORT_1);
        awaitAttached(A, PORT_1);
        assertThat(devices.count()).isEqualTo(1);
    }

    @Test
    void findsADeviceByItsAddresses() throws Exception {
        send(1, announcement(A, IP));
        send(1, advertisement(A, IP6));
        awaitAddress(A, IP);
        var ip6 = new Ipv6Address(0xfe80L << 48, 0xa);
        await().until(() -> devices.byIpv6(ip6, 0).isPresent());
        assertThat(devices.byIpv4(IP, 7)).as("in another VLAN").isEmpty();
        Device device = devices.byMac(A, VlanId.NONE).orElseThrow();
        assertThat(device.ipv4Addresses()).containsExactly(IP);
        assertThat(device.ipv6Addresses()).containsExactly(ip6);
        assertThat(device).hasToString("02:00:00:00:00:0a at 0000000000000001:1 [10.0.0.10, fe80::a]");
    }

    @Test
    void findsDevicesByPartsOfTheirAddressesAndPorts() throws Exception {
        send(1, announcement(A, IP));
        send(2, announcement(B, IP + 1));
        awaitAddress(B, IP + 1);
        assertThat(devices.search("0.0.0.11")).extracting(Device::mac).containsExactly(B);
        assertThat(devices.search("00:0A")).extracting(Device::mac).containsExactly(A);
        assertThat(devices.search("0001:2")).extracting(Device::mac).containsExactly(B);
        assertThat(devices.search("000000001")).hasSize(2);
        assertThat(devices.search("nothing")).isEmpty();
    }

    @Test
    void recordsWhenADeviceWasLastSeen() throws Exception {
        send(1, Frames.udp(B, A, 1, 2));
        awaitAttached(A, PORT_1);
        Device first = devices.byMac(A, VlanId.NONE).orElseThrow();
        assertThat(first.lastSeen()).isEqualTo(first.firstSeen());
        send(1, Frames.udp(B, A, 1, 2));
        await().until(() ->
                devices.byMac(A, VlanId.NONE).orElseThrow().lastSeen().isAfter(first.lastSeen()));
        assertThat(devices.byMac(A, VlanId.NONE).orElseThrow().firstSeen()).isEqualTo(first.firstSeen());
    }

    @Test
    void learnsTheAddressThatADhcpServerAssigns() throws Exception {
        send(1, dhcpRequest(A, A, 99));
        awaitAttached(A, PORT_1);
        send(2, dhcpAck(B, A, 99, IP, 3600));
        awaitAddress(A, IP);
        assertThat(devices.dhcpServers(0)).extracting(Device::mac).containsExactly(B);
        assertThat(devices.dhcpServers(7)).isEmpty();
    }

    @Test
    void countsAndIgnoresForgedMessages() throws Exception {
        send(1, announcement(A, IP));
        awaitAddress(A, IP);
        send(2, HostFrames.arp(VlanId.NONE, B, Arp.REPLY, A, IP + 1, IP));
        send(2, dhcpAck(B, A, 99, IP + 2, 3600));
        send(2, dhcpRequest(B, A, 99));
        await().until(() -> Objects.equals(devices.rejections().get(RejectionReason.FORGED), 3L));
        assertThat(devices.byMac(A, VlanId.NONE).orElseThrow().ipv4Addresses()).containsExactly(IP);
        awaitAttached(A, PORT_1);
    }

    @Test
    void probesTheOldPortBeforeAMove() throws Exception {
        send(1, announcement(A, IP));
        awaitAddress(A, IP);
        send(2, announcement(A, IP));
        Ethernet probe = awaitProbe(1);
        assertThat(probe.destination()).isEqualTo(A);
        assertThat(probe.source()).isEqualTo(AddressProbes.PROBE_SOURCE);
        Arp arp = Objects.requireNonNull(probe.arp());
        assertThat(arp.operation()).isEqualTo(Arp.REQUEST);
        assertThat(arp.senderIp()).isZero();
        assertThat(arp.targetIp()).isEqualTo(IP);
        awaitAttached(A, PORT_2);
        assertThat(events.getLast()).isEqualTo(new Moved(((Moved) events.getLast()).device(), PORT_1));
    }

    /** The reply must arrive within 300 ms. A machine that stalls longer completes the move, so several hosts try. */
    @Test
    void rejectsAMoveIfTheHostAnswersAtTheOldPort() throws Exception {
        boolean isRejected = false;
        for (int i = 0; i < 10 && !isRejected; i++) {
            long mac = A + i;
            long ip = IP + i;
            send(1, announcement(mac, ip));
            awaitAddress(mac, ip);
            send(2, announcement(mac, ip));
            awaitProbe(1);
            send(1, HostFrames.arp(VlanId.NONE, mac, Arp.REPLY, mac, ip, 0));
            await().until(() -> rejectedMoves() == 1 || events.getLast() instanceof Moved);
            isRejected = rejectedMoves() == 1;
            if (isRejected) {
                awaitAttached(mac, PORT_1);
            }
        }
        assertThat(isRejected).isTrue();
    }

    private long rejectedMoves() {
        return devices.rejections().getOrDefault(RejectionReason.STILL_AT_OLD_PORT, 0L);
    }

    @Test
    void probesTheOwnerOfAnIpv6AddressThatAnotherHostClaims() throws Exception {
        send(1, advertisement(A, IP6));
        await().until(() ->
                devices.byIpv6(Ipv6Address.parse("fe80::a"), VlanId.NONE).isPresent());
        send(2, advertisement(B, IP6));
        Ethernet probe = awaitProbe(1);
        assertThat(probe.destination()).isEqualTo(A);
        Ipv6 ip = Objects.requireNonNull(probe.ipv6());
        assertThat(Ipv6Address.read(ip.array(), ip.sourceOffset())).hasToString("fe80::62:65ff:fe61:636e");
        assertThat(Ipv6Address.read(ip.array(), ip.destinationOffset())).hasToString("ff02::1:ff00:a");
        NeighborDiscovery message = Objects.requireNonNull(ip.neighborDiscovery());
        assertThat(message.type()).isEqualTo(NeighborDiscovery.NEIGHBOR_SOLICITATION);
        assertThat(message.mac()).isEqualTo(AddressProbes.PROBE_SOURCE);
        assertThat(Ipv6Address.read(message.array(), message.targetOffset())).hasToString("fe80::a");
        send(1, advertisement(A, IP6));
        await().until(() -> Objects.equals(devices.rejections().get(RejectionReason.ADDRESS_IN_USE), 1L));
        assertThat(devices.byMac(B, VlanId.NONE).orElseThrow().ipv6Addresses()).isEmpty();
    }

    @Test
    void probesInTheVlanOfTheDevice() throws Exception {
        send(1, HostFrames.arp(7, A, Arp.REQUEST, A, IP, IP));
        await().until(() -> devices.byIpv4(IP, 7).isPresent());
        send(2, HostFrames.arp(7, A, Arp.REQUEST, A, IP, IP));
        Ethernet probe = awaitProbe(1);
        assertThat(probe.vlan()).isEqualTo(7);
        assertThat(probe.arp()).isNotNull();
    }

    @Test
    void detachesTheDevicesOfAPortThatIsNoLongerAnEdge() throws Exception {
        send(1, announcement(A, IP));
        awaitAddress(A, IP);
        devices.topologyChanged(topology.without(List.of(PORT_1)));
        await().until(() -> events.getLast() instanceof Detached);
        Device device = devices.byIpv4(IP, VlanId.NONE).orElseThrow();
        assertThat(device.attachment()).isEmpty();
        send(2, Frames.udp(B, A, 1, 2));
        awaitAttached(A, PORT_2);
    }

    @Test
    void aNewListenerReceivesAllDevicesAndThenTheEvents() throws Exception {
        send(1, announcement(A, IP));
        awaitAddress(A, IP);
        var late = new CopyOnWriteArrayList<DeviceEvent>();
        devices.addListener(late::add);
        await().until(() -> !late.isEmpty());
        assertThat(late).containsExactly(new Added(devices.byMac(A, VlanId.NONE).orElseThrow()));
        send(2, Frames.udp(A, B, 1, 2));
        await().until(() -> late.size() == 2);
        assertThat(late.getLast()).isEqualTo(events.getLast());
    }

    @Test
    void aListenerThatThrowsDoesNotAffectTheOthers() throws Exception {
        var received = new CopyOnWriteArrayList<DeviceEvent>();
        devices.addListener(_ -> {
            throw new IllegalStateException("on purpose");
        });
        devices.addListener(received::add);
        send(1, Frames.udp(B, A, 1, 2));
        send(2, Frames.udp(A, B, 1, 2));
        await().until(() -> received.size() == 2);
    }

    @Test
    void aRemovedListenerIsNotCalled() throws Exception {
        var removed = new CopyOnWriteArrayList<DeviceEvent>();
        DeviceListener listener = removed::add;
        devices.addListener(listener);
        devices.removeListener(listener);
        send(1, Frames.udp(B, A, 1, 2));
        await().until(() -> !events.isEmpty());
        assertThat(removed).isEmpty();
    }

    @Test
    void worksInAllVersionsOfOpenFlow() throws Exception {
        for (Version version : List.of(Version.OF10, Version.OF15)) {
            var port = new SwitchPort(10 + version.wire(), 1);
            topology.withEdges(port);
            try (var other = ScriptedSwitch.connect(controller.address(), port.datapathId(), version)) {
                await().until(() -> controller.switchOf(port.datapathId()).isPresent());
                long mac = B + version.wire();
                other.send(PacketIn.of(1, PacketIn.NO_BUFFER, announcement(mac, IP + version.wire())));
                awaitAddress(mac, IP + version.wire());
                send(2, Frames.udp(A, mac, 1, 2));
                await().until(() -> other.count(MessageType.PACKET_OUT) == 1);
            }
        }
    }
}

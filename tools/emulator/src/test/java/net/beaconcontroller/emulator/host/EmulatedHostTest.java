package net.beaconcontroller.emulator.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.emulator.link.EmulatedLink;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EmulatedHostTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long NOBODY = NetworkSpecBuilder.address(99);

    private final Wiring wiring = new Wiring();
    private final EmulatedHost h1 = wiring.host("h1");
    private final EmulatedHost h2 = wiring.host("h2");

    EmulatedHostTest() throws IOException {}

    @AfterEach
    void close() {
        wiring.close();
    }

    @Test
    void aPingTakesTheRoundTripTimeOfTheLink() throws Exception {
        wiring.join(h1, h2, Duration.ofMillis(3), 0);
        // The announcement would make the ARP request unnecessary.
        await().until(() -> h1.counters().framesReceived() == 1);
        Duration first = h1.ping(address(h2), PATIENCE).get();
        assertThat(first).as("ARP and ICMP, both ways").isGreaterThanOrEqualTo(Duration.ofMillis(12));
        assertThat(h1.ping(address(h2), PATIENCE).get()).isGreaterThanOrEqualTo(Duration.ofMillis(6));
    }

    @Test
    void aPingWithoutAReplyTimesOut() {
        wiring.join(h1, h2);
        assertThatThrownBy(() -> h1.ping(NOBODY, Duration.ofMillis(10)).get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(TimeoutException.class)
                .hasMessage("h1 received no reply from 10.0.0.99 within 10 ms");
    }

    @Test
    void sendsThreeArpRequestsASecondApartAndThenDropsThePackets() {
        wiring.join(h1, h2);
        var requests = new CopyOnWriteArrayList<Long>();
        h2.setListener(frame -> {
            if (isRequest(frame, NOBODY)) {
                requests.add(wiring.loop.nowNanos());
            }
        });
        // The time before the first request is sent: its arrival may be delayed, which would shorten the interval.
        long start = wiring.loop.nowNanos();
        h1.sendDatagram(NOBODY);
        h1.sendDatagram(NOBODY);
        await().until(() -> h1.counters().unsent() == 2);
        assertThat(requests).hasSize(3);
        assertThat(TimeUnit.NANOSECONDS.toMillis(requests.get(2) - start)).isGreaterThanOrEqualTo(2000);
    }

    @Test
    void boundsThePacketsThatWaitForAnAddress() {
        wiring.join(h1, h2);
        for (int i = 0; i < ArpCache.MAX_WAITING + 3; i++) {
            h1.sendDatagram(NOBODY);
        }
        assertThat(h1.counters().unsent()).isEqualTo(3);
    }

    @Test
    void theTargetOfAnArpRequestLearnsTheSender() throws Exception {
        wiring.join(h1, h2);
        h1.ping(address(h2), PATIENCE).get();
        var frames = new CopyOnWriteArrayList<byte[]>();
        h1.setListener(frames::add);
        h2.ping(address(h1), PATIENCE).get();
        assertThat(frames).noneMatch(frame -> isRequest(frame, address(h1)));
    }

    @Test
    void aHostAnnouncesItselfWhenItGetsACarrier() {
        var frames = new CopyOnWriteArrayList<byte[]>();
        h2.setListener(frames::add);
        wiring.join(h1, h2);
        await().until(() -> frames.size() == 1);
        assertThat(isRequest(frames.getFirst(), address(h1))).isTrue();
        assertThat(Ethernet.destinationOf(frames.getFirst(), 0)).isEqualTo(MacAddress.BROADCAST);
    }

    @Test
    void theDestinationCountsADatagramOnce() {
        wiring.join(h1, h2);
        long id = h1.sendDatagram(address(h2));
        await().until(() -> h2.hasSeen(id));
        assertThat(h2.counters().probesReceived()).isEqualTo(1);
        assertThat(h2.counters().duplicates()).isZero();
        assertThat(h1.counters().probesReceived()).isZero();
    }

    @Test
    void countsABroadcast() {
        wiring.join(h1, h2);
        h1.sendDatagram(NetworkSpecBuilder.BROADCAST_ADDRESS);
        await().until(() -> h2.counters().probesReceived() == 1);
    }

    @Test
    void countsARepeatedFrameAsDuplicate() {
        wiring.join(h1, h2);
        var frames = new CopyOnWriteArrayList<byte[]>();
        h2.setListener(frames::add);
        long id = h1.sendDatagram(NetworkSpecBuilder.BROADCAST_ADDRESS);
        await().until(() -> h2.hasSeen(id));
        h1.send(frames.getLast());
        await().until(() -> h2.counters().duplicates() == 1);
        assertThat(h2.counters().probesReceived()).isEqualTo(1);
    }

    @Test
    void countsItsOwnReturnedFrameAsDuplicate() {
        wiring.join(h1, h2);
        h2.setListener(h2::send);
        h1.sendDatagram(NetworkSpecBuilder.BROADCAST_ADDRESS);
        await().until(() -> h1.counters().duplicates() == 1);
    }

    @Test
    void countsARepeatedEchoReplyAsDuplicate() throws Exception {
        wiring.join(h1, h2);
        var frames = new CopyOnWriteArrayList<byte[]>();
        h1.setListener(frames::add);
        h1.ping(address(h2), PATIENCE).get();
        h2.send(frames.getLast());
        await().until(() -> h1.counters().duplicates() == 1);
    }

    @Test
    void countsAndDropsADamagedPacket() {
        wiring.join(h1, h2);
        var frames = new CopyOnWriteArrayList<byte[]>();
        h2.setListener(frames::add);
        long id = h1.sendDatagram(NetworkSpecBuilder.BROADCAST_ADDRESS);
        await().until(() -> h2.hasSeen(id));
        byte[] frame = frames.getLast().clone();
        frame[50] ^= 1;
        h1.send(frame);
        await().until(() -> h2.counters().damaged() == 1);
        assertThat(h2.counters().duplicates()).isZero();
    }

    @Test
    void doesNotAnswerFramesForOtherHosts() throws Exception {
        wiring.join(h1, h2);
        h1.send(FrameBuilder.ethernet(0x0200_0000_0099L, h1.mac())
                .arpRequest(address(h1), address(h2))
                .build());
        h1.ping(address(h2), PATIENCE).get();
        assertThat(h2.counters().framesSent()).as("announcement, ARP and ICMP").isEqualTo(3);
    }

    @Test
    void hostsInTheSameVlanReachEachOther() throws Exception {
        EmulatedHost a = tagged("h3", 7);
        EmulatedHost b = tagged("h4", 7);
        wiring.join(a, b);
        assertThat(a.ping(address(b), PATIENCE).get()).isPositive();
    }

    @Test
    void hostsInDifferentVlansDoNotReachEachOther() {
        EmulatedHost a = tagged("h3", 7);
        wiring.join(a, h2);
        assertThat(a.ping(address(h2), Duration.ofMillis(50)))
                .failsWithin(PATIENCE)
                .withThrowableOfType(ExecutionException.class);
        assertThat(h2.counters().framesReceived()).isPositive();
    }

    @Test
    void survivesRandomFrames() throws Exception {
        wiring.join(h1, h2);
        for (int length = 0; length < 80; length++) {
            byte[] frame = new byte[length];
            h1.send(frame);
        }
        var frames = new CopyOnWriteArrayList<byte[]>();
        h2.setListener(frames::add);
        h1.ping(address(h2), PATIENCE).get();
        for (byte[] frame : frames) {
            for (int length = 0; length < frame.length; length++) {
                h1.send(Arrays.copyOf(frame, length));
            }
        }
        assertThat(h1.ping(address(h2), PATIENCE).get()).isPositive();
    }

    @Test
    void aDhcpClientGetsAnAddressFromThePool() throws Exception {
        EmulatedHost server = server("h8", "10.0.9.1", "10.0.9.5");
        EmulatedHost client = client("h9");
        wiring.join(server, client);
        await().until(() -> client.address().isPresent());
        assertThat(client.address()).hasValue(Ipv4Address.parse("10.0.9.1").value());
        assertThat(server.ping(client.address().getAsLong(), PATIENCE).get()).isPositive();
    }

    @Test
    void aDhcpClientKeepsItsAddressAfterALinkFailure() throws Exception {
        EmulatedHost server = server("h8", "10.0.9.1", "10.0.9.5");
        EmulatedHost client = client("h9");
        EmulatedLink link = wiring.join(server, client);
        await().until(() -> client.address().isPresent());
        var address = client.address();
        // DHCPDISCOVER, DHCPREQUEST and an announcement.
        await().until(() -> client.counters().framesSent() >= 3);
        long sent = client.counters().framesSent();
        wiring.onLoop(() -> {
            link.update(false);
            link.update(true);
        });
        // An announcement and a DHCPREQUEST.
        await().until(() -> client.counters().framesSent() >= sent + 2);
        assertThat(server.ping(address.getAsLong(), PATIENCE).get()).isPositive();
        assertThat(client.address()).isEqualTo(address);
    }

    private EmulatedHost server(String name, String first, String last) {
        return wiring.host(NetworkSpecBuilder.numbered(name)
                .withLeases(new NetworkSpec.Pool(
                        Ipv4Address.parse(first).value(),
                        Ipv4Address.parse(last).value())));
    }

    private EmulatedHost client(String name) {
        return wiring.host(NetworkSpecBuilder.numbered(name).withAddress(NetworkSpec.Host.BY_DHCP));
    }

    private EmulatedHost tagged(String name, int vlan) {
        return wiring.host(NetworkSpecBuilder.numbered(name).withVlan(vlan));
    }

    private static long address(EmulatedHost host) {
        return host.address().orElseThrow();
    }

    private static boolean isRequest(byte[] frame, long target) {
        var ethernet = new Ethernet();
        ethernet.wrap(frame, 0, frame.length);
        Arp arp = ethernet.arp();
        return arp != null && arp.operation() == Arp.REQUEST && arp.targetIp() == target;
    }
}

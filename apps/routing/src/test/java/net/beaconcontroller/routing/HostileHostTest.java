package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.devices.RejectionReason;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What hosts cannot do to the communication of others. */
class HostileHostTest {
    private static final long BROADCAST = 0xffff_ffffL;
    /** IEEE 802 local experimental Ethertype 2. */
    private static final int EXPERIMENTAL_TYPE = 0x88b6;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LOUD = 20;

    /** Sends different broadcasts from several hosts until it is interrupted. */
    private static void flood(RoutedNetwork routed) {
        for (int number = 0; !Thread.interrupted(); number++) {
            for (int i = 1; i <= LOUD; i++) {
                EmulatedHost host = routed.network.host("h" + i);
                host.send(FrameBuilder.ethernet(MacAddress.BROADCAST, host.mac())
                        .type(EXPERIMENTAL_TYPE)
                        .payload(new byte[] {(byte) (number >> 16), (byte) (number >> 8), (byte) number})
                        .build());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(5);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /** Waits until the controller, which learns beside the forwarding of pings, knows the host with its address. */
    private static void awaitAddress(RoutedNetwork routed, EmulatedHost host) {
        await().until(() ->
                routed.devices.byIpv4(host.address().orElseThrow(), VlanId.NONE).isPresent());
    }

    @Test
    void aFrameWithTheSourceOfAnotherHostIsNotForwarded() throws Exception {
        try (var routed = RoutedNetwork.start("tree,2,2", Version.OF13)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            EmulatedHost victim = routed.network.host("h1");
            awaitAddress(routed, victim);
            EmulatedHost attacker = routed.network.host("h2");
            EmulatedHost receiver = routed.network.host("h3");
            var received = new CopyOnWriteArrayList<byte[]>();
            receiver.setListener(received::add);
            attacker.send(FrameBuilder.ethernet(receiver.mac(), victim.mac())
                    .type(EXPERIMENTAL_TYPE)
                    .payload(new byte[46])
                    .build());
            await().until(() -> routed.devices.rejections().getOrDefault(RejectionReason.STILL_AT_OLD_PORT, 0L) > 0);
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            assertThat(received).isNotEmpty().noneMatch(HostileHostTest::isExperimental);
        }
    }

    @Test
    void aClaimOfTheAddressOfAnotherHostIsNotForwarded() throws Exception {
        try (var routed = RoutedNetwork.start("tree,2,2", Version.OF13)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            EmulatedHost victim = routed.network.host("h1");
            awaitAddress(routed, victim);
            EmulatedHost attacker = routed.network.host("h2");
            EmulatedHost receiver = routed.network.host("h3");
            long claimed = victim.address().orElseThrow();
            var received = new CopyOnWriteArrayList<byte[]>();
            receiver.setListener(received::add);
            attacker.send(FrameBuilder.ethernet(MacAddress.BROADCAST, attacker.mac())
                    .arpRequest(claimed, receiver.address().orElseThrow())
                    .build());
            await().until(() -> routed.devices.rejections().getOrDefault(RejectionReason.ADDRESS_IN_USE, 0L) > 0);
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            assertThat(received).isNotEmpty().noneMatch(frame -> claims(frame, attacker.mac(), claimed));
        }
    }

    @ParameterizedTest
    @CsvSource({"'single,3', OF10", "'single,3', OF13", "'linear,3', OF10", "'linear,3', OF15"})
    void aUnicastClaimOfTheAddressOfAnotherHostIsNotForwardedByFlows(String layout, Version version) throws Exception {
        try (var routed = RoutedNetwork.start(layout, version)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            EmulatedHost attacker = routed.network.host("h2");
            EmulatedHost receiver = routed.network.host("h3");
            long claimed = routed.network.host("h1").address().orElseThrow();
            awaitAddress(routed, routed.network.host("h1"));
            var received = new CopyOnWriteArrayList<byte[]>();
            receiver.setListener(received::add);
            long before = routed.forwarder.counters().getOrDefault(ForwardingOutcome.FORGED_CLAIM, 0L);
            int claims = 20;
            for (int i = 0; i < claims; i++) {
                // There is a flow from the attacker to the receiver.
                assertThat(attacker.ping(receiver.address().orElseThrow(), TIMEOUT))
                        .succeedsWithin(TIMEOUT);
                attacker.send(FrameBuilder.ethernet(receiver.mac(), attacker.mac())
                        .arp(
                                Arp.REPLY,
                                attacker.mac(),
                                claimed,
                                receiver.mac(),
                                receiver.address().orElseThrow())
                        .build());
            }
            // Some are held first.
            await().until(() -> routed.forwarder.counters().getOrDefault(ForwardingOutcome.FORGED_CLAIM, 0L)
                            + routed.forwarder.counters().getOrDefault(ForwardingOutcome.HELD, 0L)
                    >= before + claims);
            assertThat(attacker.ping(receiver.address().orElseThrow(), TIMEOUT)).succeedsWithin(TIMEOUT);
            assertThat(received).isNotEmpty().noneMatch(frame -> claims(frame, attacker.mac(), claimed));
        }
    }

    @ParameterizedTest
    @CsvSource({"'single,3', OF10", "'linear,2', OF13"})
    void hostsConfirmTheirAddressesByFlows(String layout, Version version) throws Exception {
        try (var routed = RoutedNetwork.start(layout, version)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            EmulatedHost one = routed.network.host("h1");
            EmulatedHost other = routed.network.host("h2");
            long address = one.address().orElseThrow();
            awaitAddress(routed, one);
            awaitAddress(routed, other);
            var replies = new CopyOnWriteArrayList<byte[]>();
            one.setListener(replies::add);
            for (int i = 0; i < 2; i++) {
                long inspected = count(routed, ForwardingOutcome.INSPECTED);
                replies.clear();
                one.send(FrameBuilder.ethernet(other.mac(), one.mac())
                        .arpRequest(address, other.address().orElseThrow())
                        .build());
                await().until(() -> replies.stream()
                        .anyMatch(frame ->
                                claims(frame, other.mac(), other.address().orElseThrow())));
                if (i > 0) {
                    assertThat(count(routed, ForwardingOutcome.INSPECTED)).isEqualTo(inspected);
                }
            }
        }
    }

    private static long count(RoutedNetwork routed, ForwardingOutcome outcome) {
        return routed.forwarder.counters().getOrDefault(outcome, 0L);
    }

    @Test
    void aUnicastNeighborAdvertisementForTheAddressOfAnotherHostIsNotForwardedByFlows() throws Exception {
        var address = new Ipv6Address(0xfd00L << 48, 1);
        try (var routed = RoutedNetwork.start("single,3", Version.OF13)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            EmulatedHost victim = routed.network.host("h1");
            EmulatedHost attacker = routed.network.host("h2");
            EmulatedHost receiver = routed.network.host("h3");
            victim.send(advertisement(0x3333_0000_0001L, victim, address));
            await().until(() -> routed.devices.byIpv6(address, VlanId.NONE).isPresent());
            var received = new CopyOnWriteArrayList<byte[]>();
            receiver.setListener(received::add);
            // There is a flow from the attacker to the receiver.
            assertThat(attacker.ping(receiver.address().orElseThrow(), TIMEOUT)).succeedsWithin(TIMEOUT);
            attacker.send(advertisement(receiver.mac(), attacker, address));
            victim.send(advertisement(receiver.mac(), victim, address));
            await().until(() -> received.stream().anyMatch(frame -> isAdvertisementOf(frame, victim)));
            await().until(() -> routed.forwarder.counters().getOrDefault(ForwardingOutcome.HELD, 0L)
                            + routed.forwarder.counters().getOrDefault(ForwardingOutcome.FORGED_CLAIM, 0L)
                    > 0);
            assertThat(attacker.ping(receiver.address().orElseThrow(), TIMEOUT)).succeedsWithin(TIMEOUT);
            assertThat(received).noneMatch(frame -> isAdvertisementOf(frame, attacker));
        }
    }

    private static byte[] advertisement(long destination, EmulatedHost from, Ipv6Address address) {
        return FrameBuilder.ethernet(destination, from.mac())
                .ipv6(address, address)
                .timeToLive(NeighborDiscovery.HOP_LIMIT)
                .neighborAdvertisement(address, from.mac())
                .build();
    }

    private static boolean isAdvertisementOf(byte[] frame, EmulatedHost host) {
        var view = new Ethernet();
        view.wrap(frame, 0, frame.length);
        Ipv6 ip = view.ipv6();
        return view.source() == host.mac() && ip != null && ip.neighborDiscovery() != null;
    }

    private static boolean claims(byte[] frame, long mac, long address) {
        var view = new Ethernet();
        view.wrap(frame, 0, frame.length);
        Arp arp = view.arp();
        return view.source() == mac && arp != null && arp.senderIp() == address;
    }

    private static boolean isExperimental(byte[] frame) {
        var view = new Ethernet();
        view.wrap(frame, 0, frame.length);
        return view.type() == EXPERIMENTAL_TYPE;
    }

    @Test
    void aPortThatHasUsedUpItsFlowsIsStillServed() throws Exception {
        try (var routed = RoutedNetwork.start(NetworkSpec.of("single,12"), Version.OF13, Map.of("port-flows", "4"))) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            assertThat(routed.forwarder.counters()).containsKey(ForwardingOutcome.WITHOUT_FLOW);
        }
    }

    @Test
    @Timeout(60)
    void loudHostsDoNotSilenceTheBroadcastsOfAnother() throws Exception {
        try (var routed = RoutedNetwork.start(
                NetworkSpec.of("single," + (LOUD + 2)), Version.OF13, Map.of("flood-rate", "100"))) {
            EmulatedHost quiet = routed.network.host("h" + (LOUD + 1));
            EmulatedHost receiver = routed.network.host("h" + (LOUD + 2));
            Thread flooding = Thread.ofVirtual().start(() -> flood(routed));
            await().until(() -> routed.forwarder.counters().getOrDefault(ForwardingOutcome.RATE_LIMITED, 0L) > 100);
            for (int i = 0; i < 10; i++) {
                long id = quiet.sendDatagram(BROADCAST);
                await().atMost(Duration.ofSeconds(2)).until(() -> receiver.hasSeen(id));
            }
            flooding.interrupt();
            flooding.join();
        }
    }
}

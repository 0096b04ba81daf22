package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.devices.RejectionReason;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    @Test
    void aFrameWithTheSourceOfAnotherHostIsNotForwarded() throws Exception {
        try (var routed = RoutedNetwork.start("tree,2,2", Version.OF13)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            EmulatedHost victim = routed.network.host("h1");
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

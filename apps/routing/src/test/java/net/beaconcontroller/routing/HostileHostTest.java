package net.beaconcontroller.routing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What hosts cannot do to the communication of others. */
class HostileHostTest {
    private static final long BROADCAST = 0xffff_ffffL;
    /** IEEE 802 local experimental Ethertype 1. */
    private static final int EXPERIMENTAL_TYPE = 0x88b5;

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

package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

/** A port that returns the frames that are sent out of it, such as one with a loop plug. */
class LoopedPortTest {
    private static final int TYPE = 0x9000;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static byte[] frame(long destination, EmulatedHost from, int number) {
        return FrameBuilder.ethernet(destination, from.mac())
                .type(TYPE)
                .payload((byte) number)
                .build();
    }

    @Test
    void aSilentHostDoesNotMoveToIt() throws Exception {
        try (var routed = RoutedNetwork.start("linear,3", Version.OF13)) {
            EmulatedHost silent = routed.network.host("h1");
            EmulatedHost sender = routed.network.host("h2");
            EmulatedHost plug = routed.network.host("h3");
            plug.setListener(frame -> plug.send(frame.clone()));
            var received = new AtomicInteger();
            silent.setListener(frame -> {
                if ((frame[12] & 0xff) == TYPE >> 8) {
                    received.incrementAndGet();
                }
            });
            silent.send(frame(MacAddress.BROADCAST, silent, 0));
            var looped = new SwitchPort(3, 1);
            await().atMost(TIMEOUT).until(() -> routed.topology.snapshot().isLooped(looped));
            // longer than the time after which a host that is silent moves
            await().during(Duration.ofMillis(2500))
                    .atMost(TIMEOUT)
                    .until(() -> routed.devices.at(looped).isEmpty());
            for (int i = 1; i <= 5; i++) {
                sender.send(frame(silent.mac(), sender, i));
            }
            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(received).hasValueGreaterThanOrEqualTo(5));
            sender.send(frame(MacAddress.BROADCAST, sender, 6));
            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(received).hasValue(6));
        }
    }
}

package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;

/** Packets that arrive before they can be forwarded. */
class FirstPacketsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Test
    void theFirstPingOfAPortThatComesUpIsAnswered() throws Exception {
        try (var routed = RoutedNetwork.start("linear,2", Version.OF13)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            // Until a host is known, packets to it are flooded, and none is held for it.
            await().until(() -> routed.devices.all().count() == 2);
            EmulatedHost host = routed.network.host("h1");
            routed.network.linkDown("h1", "s1");
            await().until(() ->
                    routed.devices.all().anyMatch(device -> device.attachment().isEmpty()));
            routed.network.linkUp("h1", "s1");
            // The host sends its request once.
            assertThat(host.ping(routed.network.host("h2").address().orElseThrow(), TIMEOUT))
                    .succeedsWithin(TIMEOUT);
            assertThat(routed.forwarder.counters().get(ForwardingOutcome.HELD)).isPositive();
        }
    }
}

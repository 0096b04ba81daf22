package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowStats;
import org.junit.jupiter.api.Test;

/** A switch that reports the removal of a flow of another switch. */
class HostileSwitchTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static Optional<FlowStats> firstFlow(RoutedNetwork routed) {
        return routed.network.flows("s1").stream()
                .filter(flow -> flow.match().inPort() == 1 && flow.priority() == FlowEntry.PRIORITY)
                .findFirst();
    }

    @Test
    void onlyItsIngressSwitchCanRemoveAPath() throws IOException {
        try (var routed = RoutedNetwork.start("linear,2", Version.OF13)) {
            // The first packets can arrive without flows: the controller sends them itself.
            await().until(() -> routed.network.pingAll(TIMEOUT).isFlawless() && routed.forwarder.pathCount() >= 2);
            FlowStats first =
                    await().until(() -> firstFlow(routed), Optional::isPresent).orElseThrow();
            int paths = routed.forwarder.pathCount();
            var removed =
                    new FlowRemoved(first.cookie(), first.priority(), 0, 0, 0, 0, Stats.of(10, 0, 0, 0), first.match());

            routed.forwarder.message(routed.controller.switchOf(2).orElseThrow(), 0, removed);
            assertThat(routed.forwarder.pathCount()).isEqualTo(paths);

            routed.forwarder.message(routed.controller.switchOf(1).orElseThrow(), 0, removed);
            assertThat(routed.forwarder.pathCount()).isEqualTo(paths - 1);
        }
    }
}

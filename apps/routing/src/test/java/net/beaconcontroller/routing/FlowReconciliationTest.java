package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.multipart.FlowStats;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The flows that are in the switches before the application knows them. */
class FlowReconciliationTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static Stream<FlowStats> flows(RoutedNetwork routed) {
        return Stream.of("s1", "s2", "s3")
                .flatMap(name -> routed.network.flows(name).stream())
                .filter(flow -> flow.priority() == FlowEntry.PRIORITY);
    }

    private static Set<Long> cookies(RoutedNetwork routed) {
        return flows(routed).map(FlowStats::cookie).collect(Collectors.toSet());
    }

    private static List<String> matches(RoutedNetwork routed) {
        return flows(routed)
                .map(flow -> flow.match() + " " + flow.instructions())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void theFlowsOfAnEarlierInstanceAreAdopted(Version version) throws IOException {
        try (var routed = RoutedNetwork.start("tree,2,2", version)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            int paths = routed.forwarder.pathCount();
            Set<Long> before = cookies(routed);
            List<String> matches = matches(routed);

            routed.replaceForwarder();
            await().untilAsserted(() -> assertThat(cookies(routed)).isNotEmpty().doesNotContainAnyElementsOf(before));
            assertThat(routed.forwarder.pathCount()).isEqualTo(paths);
            assertThat(matches(routed)).isEqualTo(matches);
        }
    }
}

package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import net.beaconcontroller.emulator.PingReport;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packets on an emulated network, whatever its shape. */
class ForwardingTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            single,3  | OF10
            single,3  | OF13
            ring,4    | OF10
            ring,4    | OF13
            mesh,4    | OF13
            tree,2,2  | OF10
            fattree,4 | OF10
            fattree,4 | OF13
            """)
    void allHostsReachEachOtherAndNobodyHearsAnythingTwice(String layout, Version version) throws IOException {
        try (var routed = RoutedNetwork.start(layout, version)) {
            PingReport first = routed.network.pingAll(TIMEOUT);
            assertThat(first.lost())
                    .as("without an answer, " + routed.forwarder.counters())
                    .isEmpty();
            assertThat(first.duplicated()).as("heard twice").isEmpty();
            assertThat(routed.forwarder.counters().loops()).isZero();
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
        }
    }
}

package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.ProbeOutcome;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyWeightsTest {
    private static final Link LINK = new Link(new SwitchPort(1, 1), new SwitchPort(2, 1), Link.Kind.DIRECT);

    /** A topology in which each link has this latency. */
    record Measured(Optional<Duration> latency) implements Topology {
        @Override
        public TopologySnapshot snapshot() {
            return TopologySnapshot.EMPTY;
        }

        @Override
        public Optional<Duration> latency(Link link) {
            return latency;
        }

        @Override
        public void hostSeen(SwitchPort at) {}

        @Override
        public void loopSuspected(SwitchPort at) {}

        @Override
        public Map<ProbeOutcome, Long> probeCounters() {
            return Map.of();
        }
    }

    private static int weight(Optional<Duration> latency) {
        return new LatencyWeights(new Measured(latency)).weight(LINK);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "100, 1",
        "149, 1",
        "150, 2",
        "1000, 10",
        "1540, 15",
        "1560, 16",
        "5000, 52",
        "5100, 52",
        "50000, 512",
        "52000, 512",
        "100000000, 983040",
        "1000000000, 983040"
    })
    void roundsLatencies(long micros, int weight) {
        assertThat(weight(Optional.of(Duration.ofNanos(1_000 * micros)))).isEqualTo(weight);
    }

    @Test
    void aLinkWithoutAMeasurementHasTheWeightOfOneMillisecond() {
        assertThat(weight(Optional.empty())).isEqualTo(weight(Optional.of(Duration.ofMillis(1))));
    }
}

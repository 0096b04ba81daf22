package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfiguredWeightsTest {
    private static final Link LINK = new Link(new SwitchPort(0xa, 3), new SwitchPort(2, 1), Link.Kind.DIRECT);

    private static LinkWeights weights(String kind, String... links) {
        var topology = new LatencyWeightsTest.Measured(Optional.of(Duration.ofMillis(2)));
        return ConfiguredWeights.of(
                ApplicationSettings.of(Map.of("weights", kind, "link-weights", String.join(",", links))), topology);
    }

    @Test
    void weightsAreHopsOrLatencies() {
        assertThat(weights("hops").weight(LINK)).isEqualTo(1);
        assertThat(weights("latency").weight(LINK)).isEqualTo(20);
        assertThat(weights("latency").defaultWeight()).isEqualTo(10);
    }

    @Test
    void anOverrideAppliesToTheLinksOfItsPort() {
        LinkWeights weights = weights("hops", "000000000000000a:3=7", "1:1=1000000");
        assertThat(weights.weight(LINK)).isEqualTo(7);
        assertThat(weights.weight(LINK.reversed())).isEqualTo(1);
    }

    @Test
    void parsesPortNumbersOf32Bits() {
        var link = new Link(new SwitchPort(1, 0xffff_feffL), new SwitchPort(2, 1), Link.Kind.DIRECT);
        assertThat(weights("hops", "1:4294967039=7").weight(link)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:3", "a=3", "x:3=1", "a:3=0", "a:3=1000001", "a:-3=1", "a=1:3"})
    void rejectsInvalidOverrides(String text) {
        assertThatThrownBy(() -> weights("hops", text)).isInstanceOf(IllegalArgumentException.class);
    }
}

package net.beaconcontroller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Metric.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTest {
    @ParameterizedTest
    @CsvSource({
        "Links, help, switch, metric Links: needs words",
        "links_total, help, switch, metric links_total: the suffix _total is reserved",
        "links, ' ', switch, metric links: has no help text",
        "links, help, the switch, label the switch: needs words"
    })
    void refusesNamesThatMonitoringSystemsRefuse(String name, String help, String label, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Metric.gauge(name, help, label, Map.of("a", 1)))
                .withMessageContaining(reason);
    }

    @Test
    void refusesASampleWithAnotherNumberOfLabels() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Metric(
                        Metric.Type.GAUGE,
                        "links",
                        "Links.",
                        List.of("switch"),
                        List.of(new Sample(List.of("a", "b"), 1))))
                .withMessage("metric links: a sample has the label values [a, b]; needs one for each of [switch]");
    }

    @Test
    void theKeysOfAMapAreLabelsInLowerCase() {
        assertThat(Metric.counter("events", "Events.", "level", Map.of(System.Logger.Level.INFO, 3L)))
                .isEqualTo(new Metric(
                        Metric.Type.COUNTER,
                        "events",
                        "Events.",
                        List.of("level"),
                        List.of(new Sample(List.of("info"), 3))));
    }
}

package net.beaconcontroller.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.testkit.TestEvents;
import org.junit.jupiter.api.Test;

class ThresholdsTest {
    private static final long SPEED = 1_000_000;

    private final TestEvents events = new TestEvents();
    private final Thresholds thresholds = new Thresholds(ApplicationSettings.none(), events);

    private static PortRate port(double load, double errors) {
        return new PortRate(1, 3, "eth3", SPEED, Instant.EPOCH, load * SPEED, 0, 0, 0, errors, 0);
    }

    private void readLoads(double... loads) {
        for (double load : loads) {
            thresholds.checkPorts(1, List.of(port(load, 0)));
        }
    }

    @Test
    void publishesOneEventWhenTwoReadingsExceedTheThresholdAndOneWhenItIsOver() {
        readLoads(0.95);
        assertThat(events.published()).isEmpty();
        readLoads(0.95, 0.99, 0.97);
        Event above = events.published().getFirst();
        assertThat(above.type()).isEqualTo("statistics.port-load");
        assertThat(above.subject()).isEqualTo("0000000000000001:3");
        assertThat(above.severity()).isEqualTo(Event.Severity.WARNING);
        assertThat(above.text()).isEqualTo("port 0000000000000001:3: load 95 %, above the threshold 90");
        assertThat(above.details().get("exceeds")).isEqualTo(true);
        readLoads(0.5, 0.5);
        assertThat(events.published()).hasSize(2);
        Event over = events.published().getLast();
        assertThat(over.severity()).isEqualTo(Event.Severity.INFO);
        assertThat(over.text()).isEqualTo("port 0000000000000001:3: load 50 %, no longer above the threshold 90");
    }

    @Test
    void aLoadThatVariesAroundTheThresholdCausesOneEvent() {
        readLoads(0.95, 0.95, 0.89, 0.91, 0.88, 0.95, 0.85);
        assertThat(events.published()).hasSize(1);
    }

    @Test
    void singleReadingsAboveTheThresholdCauseNone() {
        readLoads(0.95, 0.2, 0.95, 0.2, 0.95, 0.2);
        assertThat(events.published()).isEmpty();
    }

    @Test
    void anUnknownLoadChangesNothing() {
        readLoads(0.95, 0.95, Double.NaN, 0.95);
        assertThat(events.published()).hasSize(1);
    }

    @Test
    void errorsAndFullTablesHaveThresholdsAsWell() {
        for (int i = 0; i < 2; i++) {
            thresholds.checkPorts(1, List.of(port(0, 101)));
            thresholds.check(new TableUsage(1, 0, "", 950, 1_000, 0, 0));
        }
        assertThat(events.types()).containsExactly("statistics.port-errors", "statistics.table-full");
        assertThat(events.published().getLast().text())
                .isEqualTo("table 0000000000000001:0: flows 95 % of the table, above the threshold 90");
    }

    @Test
    void aThresholdThatIsOffCausesNoEvents() {
        var off = new Thresholds(ApplicationSettings.of(Map.of("port-load", "off")), events);
        for (int i = 0; i < 3; i++) {
            off.checkPorts(1, List.of(port(2, 0)));
        }
        assertThat(events.published()).isEmpty();
    }

    @Test
    void aSwitchThatReconnectsBeginsAnew() {
        readLoads(0.95, 0.95);
        thresholds.forget(1);
        readLoads(0.95, 0.95);
        assertThat(events.published()).hasSize(2);
    }
}

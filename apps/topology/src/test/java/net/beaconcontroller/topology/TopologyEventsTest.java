package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.testkit.TestEvents;
import org.junit.jupiter.api.Test;

class TopologyEventsTest {
    private static final SwitchPort ONE = new SwitchPort(1, 1);
    private static final SwitchPort OTHER = new SwitchPort(1, 2);
    private static final Link LINK = new Link(ONE, OTHER, Link.Kind.INDIRECT);

    private final TestEvents published = new TestEvents();
    private final TopologyEvents events = new TopologyEvents(published);
    private final TopologyModel model = new TopologyModel(Duration.ofSeconds(10), _ -> {});

    private void publish() {
        events.topologyChanged(Objects.requireNonNull(model.publish()));
    }

    private void addPorts() {
        model.addSwitch(1, 0);
        for (SwitchPort port : LINK.ends()) {
            model.addPort(port);
            model.unsettle(port, this);
            model.settle(port, this, 0);
        }
        publish();
    }

    @Test
    void aLoopedPortIsAnEventAndSoIsItsEnd() {
        addPorts();
        model.loop(ONE, Link.Kind.DIRECT, 0);
        publish();
        model.forgetRefused(Duration.ZERO, 1);
        publish();
        assertThat(published.published())
                .extracting(Event::type, Event::severity, Event::text)
                .containsExactly(
                        tuple(
                                "port.looped",
                                Event.Severity.WARNING,
                                "port 0000000000000001:1 returns its own frames: nothing is flooded to it or learned"
                                        + " from it"),
                        tuple(
                                "port.looped.ended",
                                Event.Severity.INFO,
                                "port 0000000000000001:1 does not return its own frames any more"));
    }

    @Test
    void aRefusedLinkIsOneEventThatNamesBothPorts() {
        addPorts();
        model.refuse(LINK, ProbeOutcome.PROVEN_EDGE, 0);
        publish();
        model.refuse(LINK.reversed(), ProbeOutcome.PROVEN_EDGE, 1);
        publish();
        model.forgetRefused(Duration.ZERO, 1);
        publish();
        model.forgetRefused(Duration.ZERO, 2);
        publish();
        assertThat(published.published())
                .extracting(Event::type, Event::severity, Event::text)
                .containsExactly(
                        tuple(
                                "link.refused",
                                Event.Severity.WARNING,
                                "link 0000000000000001:1 ~> 0000000000000001:2 refused: proven edge; only"
                                        + " 0000000000000001:1 sends floods to the network between its ports"),
                        tuple(
                                "link.refused.ended",
                                Event.Severity.INFO,
                                "link 0000000000000001:2 ~> 0000000000000001:1 is not refused any more: its probes do"
                                        + " not arrive"));
        assertThat(published.published().getFirst().details())
                .isEqualTo(Map.of(
                        "from",
                        Map.of("switch", "0000000000000001", "port", 1L),
                        "to",
                        Map.of("switch", "0000000000000001", "port", 2L),
                        "kind",
                        "indirect",
                        "reason",
                        "proven edge"));
    }
}

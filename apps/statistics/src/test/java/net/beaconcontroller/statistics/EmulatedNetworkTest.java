package net.beaconcontroller.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.testkit.LiveController;
import net.beaconcontroller.testkit.TestEvents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The statistics of emulated switches, over real connections: they equal the sent traffic. */
class EmulatedNetworkTest {
    /** IEEE 802 local experimental Ethertype 1. */
    private static final int EXPERIMENTAL_TYPE = 0x88b5;

    private static final int FRAMES = 200;
    private static final int FRAME_BYTES = 1_000;

    private LiveController controller;
    private Collector collector;

    @BeforeEach
    void start() throws Exception {
        controller = LiveController.start();
        collector = new Collector(
                controller,
                ApplicationSettings.of(Map.of("interval", "200ms", "flow-interval", "300ms")),
                new TestEvents());
    }

    @AfterEach
    void stop() throws Exception {
        controller.close();
    }

    private PortRate port(long port) {
        return collector.port(1, port).orElseThrow();
    }

    /** Sends frames from h1, at port 1, to h2, at port 2. */
    private static void send(Network network) {
        byte[] frame = FrameBuilder.ethernet(2, 1)
                .type(EXPERIMENTAL_TYPE)
                .payload(new byte[FRAME_BYTES - 14])
                .build();
        for (int i = 0; i < FRAMES; i++) {
            network.host("h1").send(frame);
        }
    }

    /** Adds up the rates of all readings of a port. */
    private static final class Sum {
        private final ToDoubleFunction<PortRate> rate;
        private Instant last;
        private double sum;

        Sum(PortRate first, ToDoubleFunction<PortRate> rate) {
            this.rate = rate;
            this.last = first.time();
        }

        double add(PortRate reading) {
            if (reading.time().isAfter(last)) {
                sum += rate.applyAsDouble(reading)
                        * Duration.between(last, reading.time()).toNanos()
                        / 1e9;
                last = reading.time();
            }
            return sum;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void theRatesOfPortsAndFlowsAddUpToWhatWasSent(Version version) throws Exception {
        Network network = controller.emulate("single,2", version);
        Switch sw = controller.switchOf(1).orElseThrow();
        sw.sendConfirmed(List.of(FlowMod.parse("priority=5,in_port=1,actions=output:2")))
                .join();
        await().until(() -> collector.ports().size() == 2);
        var received = new Sum(port(1), PortRate::receivedPackets);
        var sent = new Sum(port(2), PortRate::sentBits);
        await().until(() -> !Double.isNaN(port(1).receivedBits()) && !Double.isNaN(port(2).sentBits()));
        send(network);
        await().pollInterval(Duration.ofMillis(10)).untilAsserted(() -> {
            double packets = received.add(port(1));
            double bits = sent.add(port(2));
            assertThat(packets).isCloseTo(FRAMES, within(FRAMES / 10.0));
            assertThat(bits).isCloseTo(8.0 * FRAMES * FRAME_BYTES, within(0.8 * FRAMES * FRAME_BYTES));
        });
        await().untilAsserted(
                        () -> assertThat(collector.tables().getFirst().flows()).isPositive());
        assertThat(collector.tables().getFirst().maxFlows()).isPositive();
        assertThat(collector.collection().getFirst().flows()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void theFlowWithMostTrafficIsTheFirst(Version version) throws Exception {
        Network network = controller.emulate("single,2", version);
        Switch sw = controller.switchOf(1).orElseThrow();
        sw.sendConfirmed(List.of(
                        FlowMod.parse("priority=5,in_port=1,actions=output:2"),
                        FlowMod.parse("priority=5,in_port=2,actions=output:1")))
                .join();
        await().until(() -> !collector.collection().isEmpty()
                && collector.collection().getFirst().flows() > 1);
        // The collector lets a switch rest for 19 times as long as a reply took: 10 s after one of half a second.
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> {
                    send(network);
                    network.host("h2").sendDatagram(0x0aff_ffffL);
                    assertThat(collector.topFlows()).isNotEmpty();
                    assertThat(collector.topFlows().getFirst().flow().toString())
                            .contains("priority=5,in_port=1");
                    assertThat(collector.topFlows().getFirst().packets())
                            .isCloseTo(collector.topFlows().getFirst().bits() / 8 / FRAME_BYTES, within(0.1));
                });
    }

    @Test
    void aGroupHasTheRatesOfItsPackets() throws Exception {
        Network network = controller.emulate("single,2", Version.OF13);
        Switch sw = controller.switchOf(1).orElseThrow();
        sw.sendConfirmed(List.of(
                        GroupMod.parse("group_id=7,type=indirect,bucket=output:2"),
                        FlowMod.parse("priority=5,in_port=1,actions=group:7")))
                .join();
        await().pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            send(network);
            assertThat(collector.groups()).isNotEmpty();
            GroupRate group = collector.groups().getFirst();
            assertThat(group.groupId()).isEqualTo(7);
            assertThat(group.references()).isEqualTo(1);
            assertThat(group.bits()).isPositive();
        });
    }

    @Test
    void theSwitchesOfANetworkAreReadAndForgotten() throws Exception {
        Network network = controller.emulate("linear,4", Version.OF13);
        await().until(() -> collector.ports().size() == 10);
        assertThat(collector.ports()).extracting(PortRate::datapathId).isSorted();
        network.switchDown("s2");
        await().until(() -> collector.ports().size() == 7);
        network.switchUp("s2");
        await().until(() -> collector.ports().size() == 10);
    }
}

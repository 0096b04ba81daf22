package net.beaconcontroller.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a switch counts as served, with controllers that answer late, by floods, or not at all. */
class ProbeSwitchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration SHORT = Duration.ofMillis(300);

    private OpenFlowController controller;
    private Probe probe;

    @BeforeEach
    void start() throws IOException {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
        probe = new Probe(controller.address(), Version.OF13, PATIENCE, 1, Traffic.IGNORED);
    }

    @AfterEach
    void stop() {
        probe.close();
        controller.close();
    }

    /** Handles datagrams before the learning switch does. */
    @Pipeline(Stage.FILTER)
    private record Filter(BiFunction<Switch, PacketInContext, Next> handler) implements PacketInListener {
        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            return in.frame().type() == Ethernet.TYPE_IPV4 ? handler.apply(sw, in) : Next.PASS;
        }
    }

    private void filterDatagrams(BiFunction<Switch, PacketInContext, Next> handler) {
        controller.register("filter", new Filter(handler));
    }

    private ProbeSwitch serve() throws Exception {
        return probe.newSwitch().connectAndServe(PATIENCE);
    }

    private static void assertServed(ProbeSwitch sw) throws Exception {
        List<PacketInMessage> packets =
                List.of(sw.packetIn(1, 2), sw.packetIn(2, 3), sw.packetIn(3, 4), sw.packetIn(4, 1));

        assertThat(sw.unanswered(packets, SHORT)).isEmpty();
    }

    @Test
    void aSwitchIsServedWhenPacketInsOfAllPortsAreAnswered() throws Exception {
        var dropped = new AtomicInteger();
        filterDatagrams((_, in) -> in.inPort() == 3 && dropped.incrementAndGet() < 5 ? Next.STOP : Next.PASS);

        ProbeSwitch sw = serve();

        assertThat(dropped.get()).isGreaterThanOrEqualTo(5);
        assertServed(sw);
    }

    @Test
    void aControllerThatFloodsAtFirstServesWhenItSendsPacketsToOnePort() throws Exception {
        var flooded = new AtomicInteger();
        filterDatagrams((sw, in) -> {
            if (in.inPort() == 3 && flooded.incrementAndGet() < 4) {
                sw.packetOut(in).flood().send();
                return Next.STOP;
            }
            return Next.PASS;
        });

        serve();

        assertThat(flooded.get()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void aControllerThatAlwaysFloodsServes() throws Exception {
        filterDatagrams((sw, in) -> {
            sw.packetOut(in).flood().send();
            return Next.STOP;
        });

        assertServed(serve());
    }

    @Test
    void aDroppedPacketIsNotAnswered() throws Exception {
        ProbeSwitch sw = serve();
        filterDatagrams((controlled, in) -> {
            controlled.drop(in);
            return Next.STOP;
        });

        assertThat(sw.unanswered(List.of(sw.packetIn(1, 2)), SHORT)).hasSize(1);
    }

    @Test
    void aPacketForTheFlowTableComesInAgain() throws Exception {
        ProbeSwitch sw = serve();
        Set<Bytes> seen = ConcurrentHashMap.newKeySet();
        filterDatagrams((controlled, in) -> {
            Bytes frame = Bytes.of(in.array(), in.frameOffset(), in.frameLength());
            if (!seen.add(frame)) {
                return Next.PASS;
            }
            controlled.send(new PacketOut(
                    PacketIn.NO_BUFFER, in.inPort(), List.of(new Action.Output(PortNumber.TABLE)), frame));
            return Next.STOP;
        });
        PacketInMessage packet = sw.packetIn(1, 2);
        sw.send(packet);

        assertThat(sw.expectAnswer(packet, PATIENCE).outputs()).containsExactly(2L);
    }

    @Test
    void aFlowBetweenTheAddressesDoesNotAnswerAPacketIn() throws Exception {
        ProbeSwitch sw = serve();
        filterDatagrams((controlled, in) -> {
            controlled.send(FlowMod.add()
                    .match(
                            Field.ETH_DST.is(in.frame().destination()),
                            Field.ETH_SRC.is(in.frame().source()))
                    .output(2)
                    .build());
            return Next.STOP;
        });

        assertThat(sw.unanswered(List.of(sw.packetIn(1, 2)), SHORT)).hasSize(1);
    }

    @Test
    void thePortsThatAreNotServedAreNamed() {
        filterDatagrams((_, in) -> in.inPort() == 3 ? Next.STOP : Next.PASS);

        assertThatThrownBy(() -> probe.newSwitch().connectAndServe(SHORT))
                .isInstanceOf(ExpectationFailedException.class)
                .hasMessage("no answer to packet-ins of ports [3] within 300 ms");
    }

    @Test
    void statisticsCountThePacketInsOfAllSwitches() throws Exception {
        ProbeSwitch first = serve();
        ProbeSwitch second = serve();
        filterDatagrams((sw, _) -> sw.datapathId() == second.datapathId() ? Next.STOP : Next.PASS);

        assertThat(first.unanswered(packetIns(first, 20), PATIENCE)).isEmpty();
        assertThat(second.unanswered(packetIns(second, 5), SHORT)).hasSize(5);

        assertThat(first.statistics().sent()).isEqualTo(20);
        assertThat(first.statistics().lost()).isZero();
        assertThat(first.statistics().percentileMillis(100)).isPositive();
        assertThat(second.statistics().answered()).isZero();
        assertThat(probe.statistics().sent()).isEqualTo(25);
        assertThat(probe.statistics().lost()).isEqualTo(5);
        assertThat(probe.statistics().toString())
                .startsWith("25 packet-ins sent, 20 answered, 5 lost; round trip ms: 50 % ");
    }

    private static List<PacketInMessage> packetIns(ProbeSwitch sw, int count) {
        return Stream.generate(() -> sw.packetIn(1, 2)).limit(count).toList();
    }

    @Test
    void aLoadHasItsRateWhetherItIsAnsweredOrNot() throws Exception {
        ProbeSwitch sw = serve();
        var count = new AtomicInteger();
        filterDatagrams((_, _) -> count.incrementAndGet() % 10 == 0 ? Next.STOP : Next.PASS);
        long began = System.nanoTime();

        PacketInStatistics load = sw.load(1000, Duration.ofMillis(500), SHORT);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(490));
        assertThat(load.sent()).isEqualTo(500);
        assertThat(load.lost()).isEqualTo(50);
        assertThat(sw.statistics().sent()).isEqualTo(500);
    }

    @Test
    void programsRunAtTheSameTime() throws Exception {
        ProbeSwitch first = serve();
        ProbeSwitch second = serve();
        var both = new CyclicBarrier(2);

        probe.together(List.of(
                () -> {
                    await(both);
                    first.expectAnswers(10, PATIENCE);
                },
                () -> {
                    await(both);
                    second.expectAnswers(10, PATIENCE);
                }));

        assertThat(probe.statistics().answered()).isEqualTo(20);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(5, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theFirstFailureOfTheProgramsIsThatOfTheScenario() throws Exception {
        ProbeSwitch sw = serve();
        filterDatagrams((_, _) -> Next.STOP);

        assertThatThrownBy(() -> probe.together(List.of(() -> {}, () -> sw.expectAnswers(3, SHORT), () -> {
                    throw new IOException("closed");
                })))
                .isInstanceOf(ExpectationFailedException.class)
                .hasMessage("3 of 3 good packet-ins unanswered");
    }

    @Test
    void parametersHaveTheirDefaultsAndTheUnknownOnesAreNamed() {
        var parameters = new ScenarioParameters(Map.of("count", "7", "speed", "1", "rate", "fast"));
        probe.setParameters(parameters);

        assertThat(probe.parameter("count", 100)).isEqualTo(7);
        assertThat(probe.parameter("size", 64)).isEqualTo(64);
        assertThat(probe.parameter("name", "x")).isEqualTo("x");
        assertThatThrownBy(() -> probe.parameter("rate", 1))
                .isInstanceOf(UsageException.class)
                .hasMessage("-P rate=fast: needs a whole number");
        assertThat(parameters.unknown()).isEqualTo("speed");
        assertThat(parameters.asked()).isEqualTo("count, name, rate, size");
    }
}

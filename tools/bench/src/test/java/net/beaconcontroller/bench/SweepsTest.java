package net.beaconcontroller.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The points of the sweeps of the papers. */
class SweepsTest {
    private static final Load LOAD = FakeBenchmark.load(16, 700);

    private final List<Map<String, String>> settings = new ArrayList<>();
    private final Sweeps sweeps = new Sweeps(LOAD, (design, loops, ofDesign) -> {
        settings.add(ofDesign);
        return new ControllerUnderTest("Beacon", design, loops, () -> {
            throw new AssertionError("not started here");
        });
    });

    @Test
    void loopsDoubleUpToTheProcessorsInEachDesign() {
        assertThat(Sweeps.defaultValues(Axis.LOOPS, 1)).containsExactly(1);
        assertThat(Sweeps.defaultValues(Axis.LOOPS, 2)).containsExactly(1, 2);
        assertThat(Sweeps.defaultValues(Axis.LOOPS, 12)).containsExactly(1, 2, 4, 8, 12);
        List<Point> points = sweeps.points(Axis.LOOPS, List.of(1, 2));
        assertThat(points)
                .extracting(point -> point.controller().design(), point -> point.controller()
                        .loops())
                .containsExactly(
                        tuple("default", 1),
                        tuple("default", 2),
                        tuple("Queue", 1),
                        tuple("Queue", 2),
                        tuple("Immediate", 1),
                        tuple("Immediate", 2),
                        tuple("Queue Immediate", 1),
                        tuple("Queue Immediate", 2));
        assertThat(points).extracting(Point::load).containsOnly(LOAD);
    }

    @Test
    void eachDesignHasTheSameNumberOfThreads() {
        Map<String, String> queue = Map.of("io.read", "shared-queue");
        assertThat(Sweeps.threads(Map.of(), 5)).isEqualTo(Map.of("io.loops", "5"));
        assertThat(Sweeps.threads(queue, 5)).isEqualTo(Map.of("io.loops", "2", "io.pipeline-threads", "3"));
        assertThat(Sweeps.threads(queue, 1)).isEqualTo(Map.of("io.loops", "1", "io.pipeline-threads", "1"));
    }

    @Test
    void sweepsOfSwitchesAndHostsVaryOnlyTheLoad() {
        List<Point> switches = sweeps.points(Axis.SWITCHES, Sweeps.defaultValues(Axis.SWITCHES, 2));
        assertThat(switches).extracting(point -> point.load().switches()).containsExactly(1, 4, 8, 16, 64, 256);
        assertThat(switches).extracting(point -> point.load().hosts()).containsOnly(LOAD.hosts());
        List<Point> hosts = sweeps.points(Axis.HOSTS, Sweeps.defaultValues(Axis.HOSTS, 2));
        assertThat(hosts)
                .extracting(point -> point.load().hosts())
                .containsExactly(1_000, 10_000, 100_000, 1_000_000, 10_000_000);
        assertThat(settings).containsOnly(Map.of());
    }

    @Test
    void designsAreTheFourCellsOfTable2() {
        assertThat(sweeps.points(Axis.DESIGNS, List.of()))
                .extracting(point -> point.controller().design())
                .containsExactly("default", "Queue", "Immediate", "Queue Immediate");
        assertThat(settings)
                .containsExactly(
                        Map.of(),
                        Map.of("io.read", "shared-queue"),
                        Map.of("io.write", "immediate"),
                        Map.of("io.read", "shared-queue", "io.write", "immediate"));
    }

    @Test
    void applicationsAreComparedWithTheLearningSwitchUnderOneLoad() {
        List<Point> points = sweeps.points(Axis.APPLICATIONS, List.of());
        assertThat(points)
                .extracting(point -> point.controller().design())
                .containsExactly("learningswitch", "topology,devices,routing", "hub");
        assertThat(points).extracting(Point::load).containsOnly(LOAD);
        assertThat(settings)
                .containsExactly(
                        Map.of("apps", "learningswitch"),
                        Map.of("apps", "topology,devices,routing"),
                        Map.of("apps", "hub"));
    }

    @Test
    void latencyUsesOneSwitchAndOneOutstandingPacketIn() {
        List<Point> points = sweeps.points(Axis.LATENCY, List.of());
        assertThat(points)
                .extracting(
                        point -> point.load().switches(), point -> point.load().window(), point -> point.load()
                                .threads())
                .containsOnly(tuple(1, 1, 1));
        assertThat(points).extracting(point -> point.controller().design()).contains("block", "spin", "adaptive");
    }

    @Test
    void aRunningControllerHasOneLatencyPoint() {
        var running = new Sweeps(LOAD, Sweeps.running(FakeBenchmark.controller("other", 6653)));
        assertThat(running.points(Axis.LATENCY, List.of())).hasSize(1);
        assertThat(Sweeps.axes())
                .filteredOn(Sweeps::variesController)
                .containsExactly(Axis.LOOPS, Axis.DESIGNS, Axis.APPLICATIONS);
    }

    @Test
    void usesAtMostOneThreadPerSwitch() {
        Load wide =
                new Load(LOAD.version(), LOAD.form(), 16, 1000, 700, 8, LOAD.duration(), LOAD.warmUp(), LOAD.rate());
        List<Point> points = new Sweeps(
                        wide,
                        (design, loops, _) -> new ControllerUnderTest("B", design, loops, () -> {
                            throw new AssertionError();
                        }))
                .points(Axis.SWITCHES, List.of(1, 4, 64));
        assertThat(points).extracting(point -> point.load().threads()).containsExactly(1, 4, 8);
    }
}

package net.beaconcontroller.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The order of measurements, failures, and the summary of repeats. */
class ExperimentTest {
    private static final Load SMALL = FakeBenchmark.load(1, 100);
    private static final Load LARGE = FakeBenchmark.load(16, 100);
    private static final ControllerUnderTest BASELINE = FakeBenchmark.controller(Baseline.NULL.controllerName(), 1);

    private static final Target LISTENS_ON_2 =
            new Target(new InetSocketAddress(InetAddress.getLoopbackAddress(), 2), OptionalLong.empty());

    private final List<String> begun = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();
    private final Experiment.Listener listener = new Experiment.Listener() {
        @Override
        public void begins(int number, int count, Point point, int repeat) {
            begun.add("%d/%d %s %d #%d"
                    .formatted(
                            number,
                            count,
                            point.controller().name(),
                            point.load().switches(),
                            repeat));
        }

        @Override
        public void ended(Result result) {
            results.add(result);
        }

        @Override
        public void tick(String phase, double seconds, double answersPerSecond) {}
    };

    @Test
    void measuresTheBaselineOfEachLoadFirstInEachRepeat() throws Exception {
        ControllerUnderTest a = FakeBenchmark.controller("a", 2);
        ControllerUnderTest b = FakeBenchmark.controller("b", 3);
        run(
                (_, _) -> 1,
                2,
                new Point(Axis.SWITCHES, a, SMALL),
                new Point(Axis.SWITCHES, b, SMALL),
                new Point(Axis.SWITCHES, a, LARGE));
        assertThat(begun)
                .containsExactly(
                        "1/10 null controller 1 #1",
                        "2/10 a 1 #1",
                        "3/10 b 1 #1",
                        "4/10 null controller 16 #1",
                        "5/10 a 16 #1",
                        "6/10 null controller 1 #2",
                        "7/10 a 1 #2",
                        "8/10 b 1 #2",
                        "9/10 null controller 16 #2",
                        "10/10 a 16 #2");
    }

    @Test
    void computesRatiosWithinARepeat() throws Exception {
        var repeat = new AtomicInteger();
        double[] speeds = {1.0, 0.5, 0.1};
        run(
                (port, _) -> 100.0 * port * speeds[port == 1 ? repeat.getAndIncrement() : repeat.get() - 1],
                3,
                new Point(Axis.CONTROLLERS, FakeBenchmark.controller("a", 2), SMALL),
                new Point(Axis.CONTROLLERS, FakeBenchmark.controller("b", 3), SMALL));
        List<PointSummary> rows = PointSummary.of(results);
        assertThat(rows)
                .extracting(row -> row.point().controller().name())
                .containsExactly("null controller", "a", "b");
        PointSummary b = rows.get(2);
        assertThat(b.value()).contains(new MinMedianMax(30, 150, 300));
        assertSpread(b.toBaseline(), 3);
        assertSpread(b.toFirst(), 1.5);
        assertThat(b.failures()).isEmpty();
    }

    @Test
    void triesAFailedStartOnceAndContinues() throws Exception {
        var tries = new AtomicInteger();
        var broken = new ControllerUnderTest("broken", "default", 0, () -> {
            tries.incrementAndGet();
            throw new IOException("no such program");
        });
        run(
                (_, _) -> 7,
                3,
                new Point(Axis.CONTROLLERS, broken, SMALL),
                new Point(Axis.CONTROLLERS, FakeBenchmark.controller("a", 2), SMALL));
        assertThat(tries).hasValue(1);
        List<PointSummary> rows = PointSummary.of(results);
        assertThat(rows.get(1).failures()).containsExactly("no such program");
        assertThat(rows.get(1).value()).isEmpty();
        assertThat(rows.get(2).metrics()).hasSize(3);
        assertThat(rows.get(2).toFirst()).as("there is nothing to compare with").isEmpty();
    }

    @Test
    void retriesAControllerThatFailedUnderLoad() throws Exception {
        var closed = new AtomicInteger();
        var fragile = new ControllerUnderTest("fragile", "default", 0, () -> new ControllerUnderTest.Running() {
            @Override
            public Target target() {
                return LISTENS_ON_2;
            }

            @Override
            public Optional<String> end() {
                return Optional.of("it ended with exit code 134");
            }

            @Override
            public Optional<String> transport() {
                return Optional.of("native");
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        });
        var measured = new AtomicInteger();
        run(
                (port, _) -> {
                    if (port == 2 && measured.getAndIncrement() == 0) {
                        throw new IOException("switch 3 lost its connection");
                    }
                    return 10;
                },
                2,
                new Point(Axis.CONTROLLERS, fragile, SMALL));
        PointSummary row = PointSummary.of(results).get(1);
        assertThat(row.failures()).containsExactly("switch 3 lost its connection; it ended with exit code 134");
        assertThat(row.metrics()).hasSize(1);
        assertThat(row.transports()).containsExactly("native");
        assertThat(results).extracting(Result::transport).contains(Optional.empty(), Optional.of("native"));
        assertThat(closed).hasValue(2);
    }

    @Test
    void medianOfAnEvenCountIsTheMeanOfTheMiddleValues() {
        assertThat(MinMedianMax.of(List.of(4.0, 1.0, 3.0, 10.0))).contains(new MinMedianMax(1, 3.5, 10));
        assertThat(MinMedianMax.of(List.of(4.0))).contains(new MinMedianMax(4, 4, 4));
        assertThat(MinMedianMax.of(List.of())).isEmpty();
    }

    private void run(FakeBenchmark.Rate rate, int repeats, Point... points) throws IOException, InterruptedException {
        new Experiment(new FakeBenchmark(rate), _ -> BASELINE, List.of(points), repeats).run(listener);
    }

    private static void assertSpread(Optional<MinMedianMax> spread, double all) {
        assertThat(spread).hasValueSatisfying(some -> {
            assertThat(some.min()).isCloseTo(all, within(1e-9));
            assertThat(some.max()).isCloseTo(all, within(1e-9));
        });
    }
}

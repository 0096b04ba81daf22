package net.beaconcontroller.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import net.beaconcontroller.openflow.Version;
import org.HdrHistogram.Histogram;

/** A benchmark that measures nothing and computes metrics from the port of the target and the load. */
public final class FakeBenchmark implements Benchmark {
    /** The rate of a controller under a load. */
    @FunctionalInterface
    public interface Rate {
        /** Returns answers per second, or throws to simulate a failed measurement. */
        double of(int port, Load load) throws IOException;
    }

    private final Rate rate;

    public FakeBenchmark(Rate rate) {
        this.rate = rate;
    }

    @Override
    public Metrics measure(Target target, Load load, Progress progress) throws IOException {
        double answersPerSecond = rate.of(target.address().getPort(), load);
        progress.tick("measured", 1, answersPerSecond);
        return metrics(answersPerSecond);
    }

    /** Returns metrics for a rate. Latencies are 0.5 to 1.5 times the reciprocal of the rate, with a few outliers. */
    public static Metrics metrics(double answersPerSecond) {
        var latency = new Histogram(3);
        for (int i = 1; i <= 2000; i++) {
            latency.recordValue((long) (1e9 / answersPerSecond * (0.5 + (i > 1990 ? 5 : i % 100 / 100.0))));
        }
        long answered = (long) answersPerSecond;
        return new Metrics(
                answered,
                answered,
                answered,
                0,
                0,
                0,
                0,
                0,
                answersPerSecond,
                2_500_000,
                OptionalDouble.of(0.25),
                OptionalDouble.of(64),
                Optional.of(latency),
                Optional.empty());
    }

    /** Requires that each packet-in has an answer, and that no answer is duplicated or unknown. */
    public static void assertNoneLost(Metrics metrics) {
        assertThat(metrics)
                .extracting(Metrics::lost, Metrics::duplicated, Metrics::unknown)
                .containsOnly(0L);
    }

    /** Returns a running controller on a port of the loopback address. */
    public static ControllerUnderTest controller(String name, int port) {
        return ControllerUnderTest.running(
                name, new Target(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), OptionalLong.empty()));
    }

    /** Returns a load with this number of switches and this window. */
    public static Load load(int switches, int window) {
        return new Load(
                Version.OF10,
                PacketInForm.PLAIN,
                switches,
                1000,
                window,
                1,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                OptionalDouble.empty());
    }
}

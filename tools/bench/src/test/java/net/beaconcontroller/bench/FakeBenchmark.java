package net.beaconcontroller.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import net.beaconcontroller.openflow.Version;
import org.HdrHistogram.Histogram;

/** Measures nothing, and says what a test needs: figures that follow from the target's port and the load. */
public final class FakeBenchmark implements Benchmark {
    /** The rate of a controller with as many switches. */
    @FunctionalInterface
    public interface Rate {
        /** Answers a second, or an exception for a measurement that is to fail. */
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
        return figures(answersPerSecond);
    }

    /** Metrics of a rate; the latencies go from a half to five times what the rate says, with a few longer ones. */
    public static Metrics figures(double answersPerSecond) {
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
                OptionalDouble.of(0.25),
                Optional.of(latency));
    }

    /** A controller that runs already, on a port. */
    public static ControllerUnderTest contender(String name, int port) {
        return ControllerUnderTest.running(
                name, new Target(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), OptionalLong.empty()));
    }

    /** A load with this many switches. */
    public static Load load(int switches, int window) {
        return new Load(
                Version.OF10,
                switches,
                1000,
                window,
                1,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                OptionalDouble.empty());
    }
}

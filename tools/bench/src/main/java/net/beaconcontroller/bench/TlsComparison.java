package net.beaconcontroller.bench;

import java.io.IOException;

/**
 * A comparison of a controller with TLS and one with plain text.
 *
 * @param plain the controller for plain text
 * @param tls the controller with TLS
 */
public record TlsComparison(Target plain, Target tls) {
    /**
     * The measurements of one controller, one after the other.
     *
     * @param throughput under a load that saturates the controller
     * @param roundTrips of one packet-in at a time
     */
    public record Sample(Metrics throughput, Metrics roundTrips) {}

    /** The samples of both controllers, one after the other. */
    public record Pair(Sample plain, Sample tls) {}

    /**
     * Measures a pair.
     *
     * @param isTlsFirst whether to begin with the controller with TLS
     * @throws IOException if a controller cannot be reached, or closes a connection of a switch
     */
    public Pair measure(Benchmark benchmark, Load load, boolean isTlsFirst, Benchmark.Progress progress)
            throws IOException, InterruptedException {
        if (isTlsFirst) {
            Sample first = sample(benchmark, tls, load, progress);
            return new Pair(sample(benchmark, plain, load, progress), first);
        }
        Sample first = sample(benchmark, plain, load, progress);
        return new Pair(first, sample(benchmark, tls, load, progress));
    }

    private static Sample sample(Benchmark benchmark, Target target, Load load, Benchmark.Progress progress)
            throws IOException, InterruptedException {
        return new Sample(
                benchmark.measure(target, load, progress), benchmark.measure(target, load.roundTrips(), progress));
    }
}

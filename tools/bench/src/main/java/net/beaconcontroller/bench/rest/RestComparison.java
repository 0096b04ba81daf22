package net.beaconcontroller.bench.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.bench.load.LoadGenerator;

/**
 * A comparison of the packet-ins that a controller answers without and with REST requests.
 *
 * <p>HTTP threads, and the collections and compilations that they cause, need CPU time, so that less of it may be left
 * for the event loops. The result is therefore what the loops answer in a second of their CPU time: it only falls if
 * requests disturb the loops otherwise, for example by locks, or by the caches of the processor.
 *
 * @param target the controller, with its process ID
 * @param http the address of its HTTP server
 * @param token a token of that server
 * @param requestsPerSecond see {@link RestLoad}
 * @param idle the number of idle connections
 */
public record RestComparison(Target target, InetSocketAddress http, String token, int requestsPerSecond, int idle) {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /**
     * A measurement.
     *
     * @param seconds its duration
     * @param times the CPU time of the controller
     */
    public record Sample(Metrics metrics, double seconds, ThreadTimes times) {
        /** Returns the answered packet-ins per second. */
        public double perSecond() {
            return metrics.answersPerSecond();
        }

        /** Returns the answered packet-ins per second of CPU time of the event loops. */
        public double perLoopSecond() {
            return perSecond() / loopCpus();
        }

        /** Returns the average number of processors that the event loops use. */
        public double loopCpus() {
            return times.loopNanos() / NANOS_PER_SECOND / seconds;
        }

        /** Returns the average number of processors that all other threads of the controller use. */
        public double otherCpus() {
            return (times.allNanos() - times.loopNanos()) / NANOS_PER_SECOND / seconds;
        }
    }

    /**
     * A measurement with requests.
     *
     * @param idleLeft the number of idle connections that the server has not closed
     */
    public record WithRest(Sample sample, RestLoad.Report requests, int idleLeft) {}

    /** Two measurements, one after the other. */
    public record Pair(Sample without, WithRest with) {}

    /**
     * Measures a pair.
     *
     * @param isRestFirst whether to begin with the measurement with requests
     * @throws IOException if the controller cannot be reached, or closes a connection of a switch
     */
    public Pair measure(Load load, boolean isRestFirst, Benchmark.Progress progress)
            throws IOException, InterruptedException {
        if (isRestFirst) {
            WithRest with = measureWithRest(load, progress);
            return new Pair(sample(load, progress), with);
        }
        Sample without = sample(load, progress);
        return new Pair(without, measureWithRest(load, progress));
    }

    private WithRest measureWithRest(Load load, Benchmark.Progress progress) throws IOException, InterruptedException {
        try (var rest = RestLoad.start(http, token, requestsPerSecond, idle)) {
            Sample sample = sample(load, progress);
            return new WithRest(sample, rest.report(), rest.idleConnections());
        }
    }

    private Sample sample(Load load, Benchmark.Progress progress) throws IOException, InterruptedException {
        long pid = target.pid().orElseThrow();
        var times = new ArrayList<ThreadTimes>();
        var nanos = new ArrayList<Long>();
        Runnable read = () -> {
            try {
                times.add(ThreadTimes.of(pid));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            nanos.add(System.nanoTime());
        };
        Metrics metrics = new LoadGenerator().measureDuring(target, load, progress, () -> {
            read.run();
            sleep(load.duration().toNanos());
            read.run();
        });
        return new Sample(
                metrics,
                (nanos.getLast() - nanos.getFirst()) / NANOS_PER_SECOND,
                times.getLast().minus(times.getFirst()));
    }

    private static void sleep(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}

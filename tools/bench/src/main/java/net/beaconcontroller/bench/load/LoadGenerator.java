package net.beaconcontroller.bench.load;

import java.io.IOException;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.Target;

/**
 * A load generator: sends packet-ins of many switches and matches every answer with its packet-in. It must be faster
 * than the controller, so that the controller is the bottleneck.
 */
public final class LoadGenerator implements Benchmark {
    @Override
    public Metrics measure(Target target, Load load, Progress progress) throws IOException, InterruptedException {
        try (var measurement = new Measurement(target, load, progress)) {
            return measurement.take();
        }
    }

    /**
     * Measures while a task runs, instead of for the duration of the load. The calling thread runs the task when the
     * rate is stable.
     *
     * @throws IOException if the controller is unreachable, closes a connection or does not complete a handshake
     */
    public Metrics measureDuring(Target target, Load load, Progress progress, Runnable task)
            throws IOException, InterruptedException {
        try (var measurement = new Measurement(target, load, progress)) {
            return measurement.takeDuring(task);
        }
    }
}

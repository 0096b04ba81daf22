package net.beaconcontroller.bench.load;

import java.io.IOException;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.Target;

/**
 * Loads a controller with packet-ins of many switches, and holds every answer against the packet-in that it claims to answer.
 * It is meant to be faster than any controller, so that what is measured is never the instrument.
 */
public final class LoadGenerator implements Benchmark {
    @Override
    public Metrics measure(Target target, Load load, Progress progress) throws IOException, InterruptedException {
        try (var measurement = new Measurement(target, load, progress)) {
            return measurement.take();
        }
    }
}

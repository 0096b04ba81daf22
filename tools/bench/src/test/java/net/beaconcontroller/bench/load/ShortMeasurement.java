package net.beaconcontroller.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.openflow.Version;

/** Measures controllers in tests, with short loads, and keeps what the load generator reports meanwhile. */
final class ShortMeasurement {
    private static final Duration SHORT = Duration.ofMillis(100);

    final List<String> notes = new CopyOnWriteArrayList<>();
    private volatile double secondsOfPhase;
    final Benchmark.Progress progress = new Benchmark.Progress() {
        @Override
        public void tick(String phase, double seconds, double answersPerSecond) {
            secondsOfPhase = seconds;
        }

        @Override
        public void note(String remark) {
            notes.add(remark);
        }
    };

    static Load load(Version version, int switches, int window, int threads) {
        return load(version, PacketInForm.PLAIN, switches, window, threads);
    }

    static Load load(Version version, PacketInForm form, int switches, int window, int threads) {
        return new Load(version, form, switches, 100, window, threads, SHORT, Duration.ZERO, OptionalDouble.empty());
    }

    Metrics measure(Target target, Load load) throws IOException, InterruptedException {
        return new LoadGenerator().measure(target, load, progress);
    }

    Metrics measure(Load load, ScriptedController.Script script) throws IOException, InterruptedException {
        try (var controller = new ScriptedController(load.version(), script)) {
            return measure(controller.target(), load);
        }
    }

    /** Returns the duration of the current phase of the measurement. */
    double secondsOfPhase() {
        return secondsOfPhase;
    }
}

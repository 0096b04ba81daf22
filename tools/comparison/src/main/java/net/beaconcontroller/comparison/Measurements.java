package net.beaconcontroller.comparison;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.ControllersFile;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.load.CompiledLoad;
import net.beaconcontroller.bench.load.LoadGenerator;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.probe.robustness.Limits;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.Resources;
import net.beaconcontroller.probe.robustness.Robustness;
import net.beaconcontroller.probe.robustness.StudyColour;
import org.jspecify.annotations.Nullable;

/**
 * Measures what the data does not have yet, one measurement after the other, each with a new process of its controller.
 * A failure is a row of data and does not stop the others.
 */
final class Measurements {
    private static final double MEBI = 1 << 20;
    private static final double KIBI = 1 << 10;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long SEED = 1;

    /** The time without input after which the memory of an idle controller is read. */
    private static final Duration IDLE_TIME = Duration.ofSeconds(3);

    /** A controller that has just begun to accept connections, and closed one of the command, may refuse the next. */
    private static final Duration SETTLING_TIME = Duration.ofMillis(500);

    /** The time within which a controller that accepts connections has to serve a switch. */
    private static final Duration SERVICE_TIME = Duration.ofSeconds(30);

    private static final Duration RETRY_TIME = Duration.ofMillis(20);

    private final Matrix matrix;
    private final Data data;
    private final Map<String, Object> run;
    private final Progress progress;
    /** The original cbench, if there is one. */
    private final @Nullable Path cbench;

    /** Controllers that failed to start, with the reason. */
    private final Map<String, String> startFailures = new HashMap<>();

    /** Receives the progress. */
    interface Progress {
        /** Called about once a second. */
        void tick(String text);

        /** Called after a measurement, and for notes. */
        void say(String text);
    }

    /**
     * @param run the date, the command and the machine of this run
     * @param cbench the original cbench; null to measure without it
     */
    Measurements(Matrix matrix, Data data, Map<String, Object> run, Progress progress, @Nullable Path cbench) {
        this.matrix = matrix;
        this.data = data;
        this.run = run;
        this.progress = progress;
        this.cbench = cbench;
    }

    /** Measures the rounds of parts. Returns whether every measurement succeeded. */
    boolean run(Set<Part> parts, int rounds, double packetInsPerSecond) throws IOException, InterruptedException {
        boolean succeeded = true;
        for (int round = 1; round <= rounds; round++) {
            for (Part part : parts) {
                for (Matrix.Point point : matrix.points(part, round)) {
                    succeeded &= measure(point);
                }
            }
            if (parts.contains(Part.RESOURCES)) {
                succeeded &= resources(round);
            }
            if (parts.contains(Part.CBENCH)) {
                succeeded &= cbench(round);
            }
        }
        if (parts.contains(Part.ROBUSTNESS)) {
            succeeded &= robustness();
        }
        if (parts.contains(Part.RELIABILITY)) {
            for (Matrix.Point point : matrix.reliability(packetInsPerSecond)) {
                succeeded &= measure(point);
            }
        }
        return succeeded;
    }

    private boolean measure(Matrix.Point point) throws IOException, InterruptedException {
        SequencedMap<String, Object> fields = point.fields();
        if (data.has(point.part(), fields)) {
            return true;
        }
        String what = "%s, round %d, OpenFlow %s, switches %d, hosts %,d: %s"
                .formatted(
                        point.part().keyword(),
                        point.round(),
                        point.load().version(),
                        point.load().switches(),
                        point.load().hosts(),
                        point.controller().name());
        return record(point.part(), what, fields, point.controller(), running -> {
            Thread.sleep(SETTLING_TIME);
            Metrics metrics = benchmark(point.part()).measure(running.target(), point.load(), ticks(what));
            put(fields, metrics);
            return "%,.0f answers/s".formatted(metrics.answersPerSecond());
        });
    }

    /** The load in C has neither latencies nor a constant rate, and its packet-ins need memory for each host. */
    private static Benchmark benchmark(Part part) {
        return part == Part.THROUGHPUT || part == Part.SWITCHES ? new CompiledLoad() : new LoadGenerator();
    }

    private Benchmark.Progress ticks(String what) {
        return new Benchmark.Progress() {
            @Override
            public void tick(String phase, double seconds, double answersPerSecond) {
                progress.tick("%s: %s %.0f s, %,.0f answers/s".formatted(what, phase, seconds, answersPerSecond));
            }

            @Override
            public void note(String remark) {
                progress.say("%s: note: %s".formatted(what, remark));
            }
        };
    }

    /** Returns the resident memory of a controller. */
    private static Optional<Double> memory(ControllerUnderTest.Running running) {
        return Resources.of(running.target().pid()).map(resources -> rounded(resources.residentKilobytes() / KIBI));
    }

    private static void put(Map<String, Object> fields, Metrics metrics) {
        fields.put("answersPerSecond", Math.round(metrics.answersPerSecond()));
        metrics.cpuMicros().ifPresent(micros -> fields.put("cpuMicros", Math.round(micros * 1000) / 1000.0));
        metrics.residentMebibytes().ifPresent(mebibytes -> fields.put("residentMiB", rounded(mebibytes)));
        for (double percentile : new double[] {50, 99, 99.9}) {
            Axis.percentileMicros(metrics, percentile)
                    .ifPresent(micros ->
                            fields.put("p" + String.valueOf(percentile).replaceAll("\\.0?", "") + "Micros", micros));
        }
        fields.put("longestPauseMillis", rounded(metrics.longestPauseNanos() / NANOS_PER_MILLI));
        fields.put("packetIns", metrics.packetIns());
        fields.put("answered", metrics.answered());
        fields.put("flowMods", metrics.flowMods());
        fields.put("packetOuts", metrics.packetOuts());
        fields.put("lost", metrics.lost());
        fields.put("duplicated", metrics.duplicated());
        fields.put("unknown", metrics.unknown());
    }

    private static double rounded(double number) {
        return Math.round(number * 10) / 10.0;
    }

    /** Measures a running controller. */
    private interface Measurement {
        /** Adds the fields of a row. Returns what to tell people. */
        String measure(ControllerUnderTest.Running running) throws IOException, InterruptedException;
    }

    /** Starts a controller, measures it, and adds the row. */
    private boolean record(
            Part part,
            String what,
            SequencedMap<String, Object> fields,
            ControllerUnderTest controller,
            Measurement measurement)
            throws IOException, InterruptedException {
        Optional<String> failure = Optional.ofNullable(startFailures.get(controller.name()));
        String result = "";
        if (failure.isEmpty()) {
            progress.tick(what + ": starting");
            try (ControllerUnderTest.Running running = start(controller)) {
                result = measurement.measure(running);
            } catch (IOException e) {
                failure = Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
            }
        }
        failure.ifPresent(why -> fields.put(Row.FAILURE, why.lines().findFirst().orElse("unknown")));
        data.add(part, run, new Row(fields));
        progress.say(
                "%s: %s".formatted(what, failure.map(why -> "failed: " + why).orElse(result)));
        return failure.isEmpty();
    }

    private ControllerUnderTest.Running start(ControllerUnderTest controller) throws IOException, InterruptedException {
        try {
            return controller.starter().start();
        } catch (IOException e) {
            startFailures.put(controller.name(), String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private boolean resources(int round) throws IOException, InterruptedException {
        boolean succeeded = true;
        for (ControllersFile.Entry entry : matrix.controllers()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put(Row.CONTROLLER, entry.controller().name());
            fields.put(Row.ROUND, round);
            if (data.has(Part.RESOURCES, fields)) {
                continue;
            }
            String what = "resources, round %d: %s"
                    .formatted(round, entry.controller().name());
            long began = System.nanoTime();
            succeeded &= record(Part.RESOURCES, what, fields, entry.controller(), running -> {
                awaitFeaturesRequest(running.target().address(), entry.version(Version.OF10));
                double millis = rounded((System.nanoTime() - began) / NANOS_PER_MILLI);
                Thread.sleep(IDLE_TIME);
                fields.put("startMillis", millis);
                memory(running).ifPresent(mebibytes -> fields.put("idleMiB", mebibytes));
                Resources.of(running.target().pid()).ifPresent(used -> fields.put("threads", used.threads()));
                if (!entry.files().isEmpty()) {
                    fields.put("sizeMiB", rounded(size(entry.files()) / MEBI));
                }
                return "%.0f ms to serve a switch".formatted(millis);
            });
        }
        return succeeded;
    }

    /**
     * Connects as a switch, and returns when the controller requests the features. Connects again if the controller
     * closes the connection, as some do before they are ready.
     */
    private static void awaitFeaturesRequest(InetSocketAddress controller, Version version)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + SERVICE_TIME.toNanos();
        while (!requestsFeatures(controller, version)) {
            if (System.nanoTime() > end) {
                throw new IOException(
                        "does not request the features of a switch within %d s".formatted(SERVICE_TIME.toSeconds()));
            }
            Thread.sleep(RETRY_TIME);
        }
    }

    private static boolean requestsFeatures(InetSocketAddress controller, Version version) {
        try (var socket = new Socket()) {
            socket.connect(controller, (int) SERVICE_TIME.toMillis());
            socket.setSoTimeout((int) SERVICE_TIME.toMillis());
            socket.getOutputStream().write(Messages.encode(Hello.offering(Set.of(version)), version, 0));
            var in = new DataInputStream(socket.getInputStream());
            int request = MessageType.FEATURES_REQUEST.wire(version);
            for (int type = -1; type != request; ) {
                in.readByte();
                type = in.readByte();
                // What follows the version, the type and the length.
                in.skipNBytes(in.readUnsignedShort() - Integer.BYTES);
            }
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static long size(List<Path> roots) throws IOException {
        long size = 0;
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    size += Files.size(file);
                }
            }
        }
        return size;
    }

    private boolean cbench(int round) throws IOException, InterruptedException {
        boolean succeeded = true;
        for (CbenchLine line : CbenchLine.values()) {
            for (ControllersFile.Entry entry : matrix.controllers()) {
                if (!entry.versions().contains(Version.OF10)) {
                    continue;
                }
                ControllerUnderTest controller = entry.controller();
                if (cbench != null) {
                    Path program = cbench;
                    succeeded &= cbench(
                            line,
                            "original",
                            round,
                            controller,
                            address -> line.original(program, address, matrix.seconds()));
                }
                succeeded &=
                        cbench(line, "rebuilt", round, controller, address -> line.rebuilt(address, matrix.seconds()));
            }
        }
        return succeeded;
    }

    /** Counts the responses of a controller per second. */
    private interface Counter {
        double count(InetSocketAddress controller) throws IOException, InterruptedException;
    }

    private boolean cbench(CbenchLine line, String program, int round, ControllerUnderTest controller, Counter counter)
            throws IOException, InterruptedException {
        var fields = new LinkedHashMap<String, Object>();
        fields.put(Row.CONTROLLER, controller.name());
        fields.put("command", line.arguments());
        fields.put("program", program);
        fields.put(Row.ROUND, round);
        if (data.has(Part.CBENCH, fields)) {
            return true;
        }
        String what = "cbench, round %d, %s, %s: %s".formatted(round, line.arguments(), program, controller.name());
        return record(Part.CBENCH, what, fields, controller, running -> {
            Thread.sleep(SETTLING_TIME);
            double rate = counter.count(running.target().address());
            fields.put("answersPerSecond", Math.round(rate));
            memory(running).ifPresent(mebibytes -> fields.put("residentMiB", mebibytes));
            return "%,.0f responses/s".formatted(rate);
        });
    }

    private boolean robustness() throws IOException, InterruptedException {
        boolean succeeded = true;
        for (ControllersFile.Entry entry : matrix.controllers()) {
            for (Version version : Matrix.versions(entry)) {
                List<ProbeCase> cases = Matrix.cases().stream()
                        .filter(probeCase -> !data.has(Part.ROBUSTNESS, fields(entry, version, probeCase)))
                        .toList();
                try (var robustness = new Robustness(entry.controller(), version, Limits.DEFAULT, SEED)) {
                    robustness.run(cases, outcome -> add(entry, version, outcome));
                } catch (IOException e) {
                    succeeded = false;
                    progress.say("robustness, OpenFlow %s: %s failed: %s"
                            .formatted(version, entry.controller().name(), e.getMessage()));
                }
            }
        }
        return succeeded;
    }

    private static SequencedMap<String, Object> fields(
            ControllersFile.Entry entry, Version version, ProbeCase probeCase) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put(Row.CONTROLLER, entry.controller().name());
        fields.put("openflow", version.toString());
        fields.put("case", probeCase.name());
        return fields;
    }

    private void add(ControllersFile.Entry entry, Version version, Outcome outcome) {
        SequencedMap<String, Object> fields = fields(entry, version, outcome.probeCase());
        fields.put("verdict", outcome.verdict().toString());
        StudyColour.of(outcome).ifPresent(colour -> fields.put("colour", colour.toString()));
        fields.put("detail", outcome.detail());
        try {
            data.add(Part.ROBUSTNESS, run, new Row(fields));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        progress.say("robustness, OpenFlow %s: %s, %s: %s"
                .formatted(
                        version, entry.controller().name(), outcome.probeCase().name(), outcome.verdict()));
    }
}

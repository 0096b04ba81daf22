package net.beaconcontroller.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.CompiledProgram;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.bench.ProcessUsage;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.openflow.Version;

/**
 * The load in C, {@link CompiledProgram#FLOOD}. It has neither latencies nor pauses, and one thread; see
 * {@link #unsupported}.
 */
public final class CompiledLoad implements Benchmark {
    private static final List<Version> VERSIONS = List.of(Version.OF10, Version.OF13);

    /** Returns what this load does not have of a load and a target; empty if it can measure them. */
    public static Optional<String> unsupported(Target target, Load load) {
        if (!VERSIONS.contains(load.version())) {
            return Optional.of("OpenFlow %s; needs 1.0 or 1.3".formatted(load.version()));
        }
        if (load.form() != PacketInForm.PLAIN) {
            return Optional.of("packet-ins of the form %s; needs plain"
                    .formatted(load.form().keyword()));
        }
        if (load.rate().isPresent()) {
            return Optional.of("a constant rate");
        }
        if (load.threads() > 1) {
            return Optional.of("%d threads; needs 1".formatted(load.threads()));
        }
        return target.tls().isPresent() ? Optional.of("TLS") : Optional.empty();
    }

    @Override
    public Metrics measure(Target target, Load load, Progress progress) throws IOException, InterruptedException {
        Optional<String> unsupported = unsupported(target, load);
        if (unsupported.isPresent()) {
            throw new IOException("the load in C does not have " + unsupported.get());
        }
        Process process = new ProcessBuilder(
                        CompiledProgram.FLOOD.executable().toString(),
                        target.address().getAddress().getHostAddress(),
                        "" + target.address().getPort(),
                        load.version().toString(),
                        "" + load.switches(),
                        "" + load.hosts(),
                        "" + load.window(),
                        seconds(load.warmUp()),
                        seconds(load.duration()))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = process.inputReader()) {
            return read(output, target, progress);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static String seconds(Duration time) {
        return Double.toString(time.toNanos() / (double) TimeUnit.SECONDS.toNanos(1));
    }

    private static Metrics read(BufferedReader output, Target target, Progress progress)
            throws IOException, InterruptedException {
        String last = "it printed nothing";
        Optional<ProcessUsage> begin = Optional.empty();
        Optional<ProcessUsage> end = Optional.empty();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "warm-up", "measured" ->
                    progress.tick(words[0], Double.parseDouble(words[1]), Double.parseDouble(words[2]));
                case "begin" -> begin = target.usage();
                case "end" -> end = target.usage();
                case "result" -> {
                    if (ProcessUsage.wasRestarted(begin, end)) {
                        progress.note(RESTARTED);
                    }
                    return metrics(words, begin, end);
                }
                default -> last = line;
            }
        }
        throw new IOException("the load in C ended: " + last);
    }

    private static Metrics metrics(String[] words, Optional<ProcessUsage> begin, Optional<ProcessUsage> end) {
        Map<String, Double> figures = Arrays.stream(words)
                .skip(1)
                .map(word -> word.split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> Double.valueOf(pair[1])));
        ToDoubleFunction<String> figure = name -> Objects.requireNonNull(figures.get(name), name);
        ToLongFunction<String> count = name -> (long) figure.applyAsDouble(name);
        double answers = figure.applyAsDouble("measuredAnswers");
        return new Metrics(
                count.applyAsLong("packetIns"),
                count.applyAsLong("answered"),
                count.applyAsLong("flowMods"),
                count.applyAsLong("packetOuts"),
                count.applyAsLong("lost"),
                count.applyAsLong("duplicated"),
                count.applyAsLong("reordered"),
                count.applyAsLong("unknown"),
                figure.applyAsDouble("answersPerSecond"),
                count.applyAsLong("longestPauseNanos"),
                ProcessUsage.cpuMicros(begin, end, answers),
                end.map(ProcessUsage::residentMebibytes).orElse(OptionalDouble.empty()),
                Optional.empty(),
                Optional.empty());
    }
}

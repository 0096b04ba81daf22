package net.beaconcontroller.probe.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Limits;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.Resources;
import net.beaconcontroller.probe.robustness.Robustness;

/**
 * Tries random sequences of faulty messages in one version, while a witness watches. A sequence with a verdict that is
 * worse than allowed is a finding: it is saved as a file that {@link FuzzCase#read} takes, tried again, and minimized
 * if it has the same verdict again. A finding that then has the verdict and the types of messages of an earlier one is
 * only counted. For use by one thread.
 */
public final class Fuzzer implements AutoCloseable {
    /** A listener to the progress. Called by the thread that fuzzes. */
    public interface Listener {
        /** A sequence was tried. */
        void tried(FuzzSummary summary);

        /** A sequence with a verdict that is worse than allowed is tried again, which may take minutes. */
        void minimizing(FuzzSummary summary, Verdict verdict);

        /**
         * Something was found.
         *
         * @param detail one line
         * @param file the saved case; empty if there is none
         */
        void found(Version version, Verdict verdict, String detail, Optional<Path> file);
    }

    /** Each try with the verdict "stuck" takes 13 seconds. */
    private static final Duration MINIMIZATION = Duration.ofMinutes(5);
    /** The number of sequences in which the controller warms up. Its use of resources afterwards is the base. */
    private static final int WARM_UP = 200;
    /** This many threads or files more than at the base are a leak. */
    private static final int LEAKED = 100;
    /** This multiple of the memory at the base is a leak. */
    private static final int MEMORY_FACTOR = 3;

    private final Version version;
    private final long seed;
    private final Verdict allowed;
    private final Path folder;
    private final Listener listener;
    private final Duration minimization;
    private final Robustness robustness;
    private final FuzzGenerator generator;
    private final FuzzSummary summary;
    private final Set<String> known = new HashSet<>();
    private Optional<Resources> base = Optional.empty();

    /**
     * Creates a fuzzer.
     *
     * @param seed determines all sequences
     * @param allowed the worst verdict that is not a finding
     * @param folder where cases are saved
     */
    public Fuzzer(
            ControllerUnderTest controller,
            Version version,
            long seed,
            Verdict allowed,
            Path folder,
            Listener listener) {
        this(controller, version, seed, allowed, folder, listener, Limits.DEFAULT, MINIMIZATION);
    }

    Fuzzer(
            ControllerUnderTest controller,
            Version version,
            long seed,
            Verdict allowed,
            Path folder,
            Listener listener,
            Limits limits,
            Duration minimization) {
        this.version = version;
        this.seed = seed;
        this.allowed = allowed;
        this.folder = folder;
        this.listener = listener;
        this.minimization = minimization;
        this.robustness = new Robustness(controller, version, limits, seed);
        this.generator = new FuzzGenerator(version, seed);
        this.summary = new FuzzSummary(version, seed);
    }

    /**
     * Tries sequences for a time. Ends early if the controller cannot be started, if it does not serve a correct
     * switch, or if a file cannot be written; {@link FuzzSummary#failure} then says why.
     */
    public FuzzSummary run(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        return runWhile(() -> System.nanoTime() - end < 0);
    }

    /** Does the same as {@link #run} while a condition is true. */
    FuzzSummary runWhile(BooleanSupplier condition) throws InterruptedException {
        try {
            tryWhile(condition);
        } catch (IOException e) {
            summary.setFailure(String.valueOf(e.getMessage()));
        }
        return summary;
    }

    private void tryWhile(BooleanSupplier condition) throws IOException, InterruptedException {
        long began = System.nanoTime();
        for (long number = 0; condition.getAsBoolean(); number++) {
            FuzzCase sequence = generator.generate(number);
            Outcome outcome = run(sequence);
            summary.add(sequence, outcome.verdict(), outcome.after(), (System.nanoTime() - began) / 1e9);
            watch(outcome, number);
            if (outcome.verdict().isWorseThan(allowed)) {
                examine(sequence, outcome, number);
            }
            listener.tried(summary);
        }
    }

    private Outcome run(FuzzCase sequence) throws IOException, InterruptedException {
        return robustness.run(List.of(sequence.probeCase()), _ -> {}).getFirst();
    }

    /** Reports growth of what the controller uses, and then takes the new values as the base. */
    private void watch(Outcome outcome, long number) {
        if (number < WARM_UP || outcome.after().isEmpty()) {
            return;
        }
        Resources now = outcome.after().get();
        Resources before = base.orElse(now);
        boolean isGrown = now.threads() > before.threads() + LEAKED
                || now.files() > before.files() + LEAKED
                || now.residentKilobytes() > MEMORY_FACTOR * before.residentKilobytes();
        if (isGrown) {
            summary.addFinding();
            listener.found(version, outcome.verdict(), "growth: " + before.changeTo(now), Optional.empty());
        }
        base = Optional.of(isGrown ? now : before);
    }

    private void examine(FuzzCase sequence, Outcome outcome, long number) throws IOException, InterruptedException {
        Verdict verdict = outcome.verdict();
        Path file = folder.resolve("%s-%s-%d-%d.txt".formatted(verdict, version, seed, number));
        // Saved first: the controller or this process may not live until the sequence is minimized.
        save(sequence, file, verdict, outcome.detail());
        listener.minimizing(summary, verdict);
        String detail = outcome.detail();
        FuzzCase smallest = sequence;
        try {
            if (run(sequence).verdict() == verdict) {
                smallest = new Minimizer(candidate -> run(candidate).verdict() == verdict, minimization)
                        .minimize(sequence);
            } else {
                detail += " (not in a second try)";
            }
        } finally {
            finish(smallest, file, verdict, detail);
        }
    }

    /** Saves or removes the file of a finding, and counts the finding. */
    private void finish(FuzzCase smallest, Path file, Verdict verdict, String detail) throws IOException {
        if (known.add(verdict + " " + types(smallest))) {
            save(smallest, file, verdict, detail);
            summary.addFinding();
            listener.found(version, verdict, detail, Optional.of(file));
        } else {
            Files.delete(file);
            summary.addRepeated();
        }
    }

    private void save(FuzzCase sequence, Path file, Verdict verdict, String detail) throws IOException {
        sequence.write(file, """
                %s: %s
                Replay it with: beacon probe replay %s --seed %d
                """.formatted(verdict, detail, file, seed));
    }

    /** Returns the types of the messages, which findings of one cause usually have in common. */
    private static String types(FuzzCase smallest) {
        return smallest.messages().stream()
                .map(message -> message.sent().length() < 2
                        ? ""
                        : message.sent().toString().substring(2, 4))
                .collect(Collectors.joining(" "));
    }

    @Override
    public void close() {
        robustness.close();
    }
}

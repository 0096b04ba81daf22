package net.beaconcontroller.comparison;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.cbench.Cbench;
import net.beaconcontroller.bench.cbench.CbenchOptions;

/**
 * A command line of a paper for cbench, with tests of another length. It is run by the original program, and by the
 * implementation of this project.
 */
enum CbenchLine {
    /** The command of the comparison page. */
    WIKI(32, 1_000_000, true, 0, 1),
    /** The throughput of the Beacon paper, with one instance of cbench. */
    PAPER_THROUGHPUT(64, 100_000, true, 50, 5),
    /** The latency of the Beacon paper. */
    PAPER_LATENCY(16, 100_000, false, 50, 5);

    private static final int LOOPS = 4;
    private static final int WARMUP = 1;

    /** For the connections, and for answers that are outstanding at the end. */
    private static final Duration EXTRA_TIME = Duration.ofSeconds(60);

    private static final Pattern RESULT =
            Pattern.compile("RESULT: .* min/max/avg/stdev = [\\d.]+/[\\d.]+/([\\d.]+)/[\\d.]+ responses/s");

    private final int switches;
    private final int hosts;
    private final boolean throughput;
    private final int connectDelayMillis;
    private final int connectGroup;

    CbenchLine(int switches, int hosts, boolean throughput, int connectDelayMillis, int connectGroup) {
        this.switches = switches;
        this.hosts = hosts;
        this.throughput = throughput;
        this.connectDelayMillis = connectDelayMillis;
        this.connectGroup = connectGroup;
    }

    /** Returns the arguments of the paper, without those for the controller and for the time. */
    String arguments() {
        return String.join(" ", words());
    }

    private List<String> words() {
        var words = new ArrayList<>(List.of("-s", "" + switches, "-M", "" + hosts));
        if (throughput) {
            words.add("-t");
        }
        if (connectDelayMillis > 0) {
            words.addAll(List.of("-i", "" + connectDelayMillis, "-I", "" + connectGroup));
        }
        return words;
    }

    /**
     * Runs the original cbench.
     *
     * @param time the duration of each of its tests, of which the first does not count
     * @return the average of responses per second
     * @throws IOException if it fails; the message has the end of its output
     */
    double original(Path program, InetSocketAddress controller, Duration time)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                program.toAbsolutePath().toString(),
                "-c",
                controller.getAddress().getHostAddress(),
                "-p",
                "" + controller.getPort()));
        command.addAll(List.of("-m", "" + time.toMillis(), "-l", "" + LOOPS, "-w", "" + WARMUP));
        command.addAll(words());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            CompletableFuture<String> output = CompletableFuture.supplyAsync(
                    () -> process.inputReader().lines().collect(Collectors.joining("\n")), Thread.ofPlatform()::start);
            Duration limit = time.multipliedBy(LOOPS).plus(EXTRA_TIME);
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("cbench does not end within %d s".formatted(limit.toSeconds()));
            }
            return average(output.join());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Runs the implementation of this project, in this process, as {@link #original} does. */
    double rebuilt(InetSocketAddress controller, Duration time) throws IOException, InterruptedException {
        var output = new StringWriter();
        var writer = new PrintWriter(output, true);
        var options = new CbenchOptions(
                controller.getAddress().getHostAddress(),
                controller.getPort(),
                switches,
                false,
                LOOPS,
                (int) time.toMillis(),
                WARMUP,
                0,
                throughput,
                hosts,
                true,
                0,
                connectDelayMillis,
                connectGroup,
                1,
                false);
        new Cbench(options, writer, writer).run();
        return average(output.toString());
    }

    private static double average(String output) throws IOException {
        Matcher result = RESULT.matcher(output);
        if (!result.find()) {
            throw new IOException("cbench: "
                    + output.strip().lines().reduce((_, last) -> last).orElse("no output"));
        }
        return Double.parseDouble(result.group(1));
    }
}

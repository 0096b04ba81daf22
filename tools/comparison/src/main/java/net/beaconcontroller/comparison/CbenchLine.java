package net.beaconcontroller.comparison;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.bench.command.BenchCommand;
import picocli.CommandLine;

/**
 * A command line of a paper for cbench, with tests of another length. It is run by the original program, and by the
 * implementation of this project.
 */
enum CbenchLine {
    /** The command of the comparison page. */
    WIKI("-s 32 -M 1000000 -t"),
    /** The throughput of the Beacon paper, with one instance of cbench. */
    PAPER_THROUGHPUT("-s 64 -M 100000 -t -i 50 -I 5"),
    /** The latency of the Beacon paper. */
    PAPER_LATENCY("-s 16 -M 100000 -i 50 -I 5");

    private static final int LOOPS = 4;
    private static final int WARMUP = 1;

    /** For the connections, and for answers that are outstanding at the end. */
    private static final Duration EXTRA_TIME = Duration.ofSeconds(60);

    private static final Pattern RESULT =
            Pattern.compile("RESULT: .* min/max/avg/stdev = [\\d.]+/[\\d.]+/([\\d.]+)/[\\d.]+ responses/s");

    private final String arguments;

    CbenchLine(String arguments) {
        this.arguments = arguments;
    }

    /** Returns the arguments of the paper, without those for the controller and for the time. */
    String arguments() {
        return arguments;
    }

    private List<String> command(String program, InetSocketAddress controller, Duration time) {
        String options = "-c %s -p %d -m %d -l %d -w %d %s"
                .formatted(
                        controller.getAddress().getHostAddress(),
                        controller.getPort(),
                        time.toMillis(),
                        LOOPS,
                        WARMUP,
                        arguments);
        return Stream.concat(Stream.of(program), Stream.of(options.split(" "))).toList();
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
        Process process = new ProcessBuilder(command(program.toAbsolutePath().toString(), controller, time))
                .redirectErrorStream(true)
                .start();
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
    double rebuilt(InetSocketAddress controller, Duration time) throws IOException {
        var output = new StringWriter();
        var writer = new PrintWriter(output, true);
        new CommandLine(new BenchCommand())
                .setOut(writer)
                .setErr(writer)
                .execute(command("cbench", controller, time).toArray(String[]::new));
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

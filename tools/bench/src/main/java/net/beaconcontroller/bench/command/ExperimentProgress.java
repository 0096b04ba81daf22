package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import net.beaconcontroller.bench.Experiment;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.Point;
import net.beaconcontroller.bench.Result;
import net.beaconcontroller.bench.report.Labels;
import net.beaconcontroller.bench.report.ResultsFolder;
import net.beaconcontroller.console.Terminal;

/**
 * Prints the progress of an experiment and stores its results. On a terminal one line is overwritten; elsewhere each
 * finished measurement is a line.
 */
final class ExperimentProgress implements Experiment.Listener {
    private final PrintWriter err;
    private final boolean terminal;
    private final ResultsFolder folder;
    private final long beginNanos = System.nanoTime();
    private String what = "";
    private String timeLeft = "";

    ExperimentProgress(PrintWriter err, boolean terminal, ResultsFolder folder) {
        this.err = err;
        this.terminal = terminal;
        this.folder = folder;
    }

    @Override
    public synchronized void begins(int number, int count, Point point, int repeat) {
        what = "%d of %d, %s, %s, repeat %d"
                .formatted(number, count, point.axis().keyword(), Labels.of(point), repeat);
        if (number > 1) {
            long eachNanos = (System.nanoTime() - beginNanos) / (number - 1);
            timeLeft = "; about %s left".formatted(text(Duration.ofNanos(eachNanos * (count - number + 1))));
        }
        line("starting");
    }

    @Override
    public synchronized void tick(String phase, double seconds, double answersPerSecond) {
        line(String.format(Locale.ROOT, "%s %.0f s, %,.0f answers/s", phase, seconds, answersPerSecond));
    }

    @Override
    public synchronized void note(String remark) {
        say("%s: note: %s".formatted(what, remark));
    }

    @Override
    public synchronized void ended(Result result) throws IOException {
        String outcome = result.metrics()
                .map((Metrics metrics) -> String.format(Locale.ROOT, "%,.0f answers/s", metrics.answersPerSecond()))
                .orElse("failed: " + result.failure());
        say("%s: %s%s".formatted(what, outcome, timeLeft));
        folder.add(result);
    }

    private void line(String text) {
        if (terminal) {
            err.print(Terminal.ERASE_LINE + "beacon: %s: %s%s".formatted(what, text, timeLeft));
            err.flush();
        }
    }

    private void say(String text) {
        err.println((terminal ? Terminal.ERASE_LINE : "") + "beacon: " + text);
        err.flush();
    }

    private static String text(Duration duration) {
        return duration.toMinutes() > 1 ? duration.toMinutes() + " min" : duration.toSeconds() + " s";
    }
}

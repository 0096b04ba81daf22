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
import net.beaconcontroller.console.ProgressLine;

/**
 * Prints the progress of an experiment and stores its results. On a terminal one line is overwritten; elsewhere each
 * finished measurement is a line.
 */
final class ExperimentProgress implements Experiment.Listener {
    private final ProgressLine line;
    private final ResultsFolder folder;
    private final long beginNanos = System.nanoTime();
    private String what = "";
    private String timeLeft = "";

    ExperimentProgress(PrintWriter err, ResultsFolder folder) {
        this.line = new ProgressLine(err);
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
        print("starting");
    }

    @Override
    public synchronized void tick(String phase, double seconds, double answersPerSecond) {
        print(String.format(Locale.ROOT, "%s %.0f s, %,.0f answers/s", phase, seconds, answersPerSecond));
    }

    @Override
    public synchronized void note(String remark) {
        line.printLasting("%s: note: %s".formatted(what, remark));
    }

    @Override
    public synchronized void ended(Result result) throws IOException {
        String outcome = result.metrics()
                .map((Metrics metrics) -> String.format(Locale.ROOT, "%,.0f answers/s", metrics.answersPerSecond()))
                .orElse("failed: " + result.failure());
        line.printLasting("%s: %s%s".formatted(what, outcome, timeLeft));
        folder.add(result);
    }

    private void print(String text) {
        if (line.isTerminal()) {
            line.print("%s: %s%s".formatted(what, text, timeLeft));
        }
    }

    private static String text(Duration duration) {
        return duration.toMinutes() > 1 ? duration.toMinutes() + " min" : duration.toSeconds() + " s";
    }
}

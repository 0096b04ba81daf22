package net.beaconcontroller.probe.command;

import java.io.PrintWriter;
import java.time.Duration;
import net.beaconcontroller.console.ProgressLine;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Outcome;

/** Prints the progress of a run: on a terminal after each case, elsewhere every ten seconds. */
final class RobustnessProgress implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final ProgressLine line;
    private final String title;
    private final long count;
    private final long began = System.nanoTime();
    private long lastLine = began;
    private long done;
    private long bad;

    RobustnessProgress(PrintWriter err, String title, long count) {
        this.line = new ProgressLine(err);
        this.title = title;
        this.count = count;
        print("starting");
    }

    void ended(Outcome outcome) {
        done++;
        bad += outcome.verdict().isWorseThan(Verdict.CLOSED) ? 1 : 0;
        long now = System.nanoTime();
        if (line.isTerminal() || now - lastLine > INTERVAL.toNanos() || done == count) {
            lastLine = now;
            long left = Duration.ofNanos((now - began) / done * (count - done)).toSeconds();
            print("%d of %d cases%s%s"
                    .formatted(
                            done,
                            count,
                            bad == 0 ? "" : ", %d worse than closed".formatted(bad),
                            done == count
                                    ? ""
                                    : "; about %d s left; %s"
                                            .formatted(left, outcome.probeCase().name())));
        }
    }

    private void print(String text) {
        line.print("%s: %s".formatted(title, text));
    }

    @Override
    public void close() {
        line.close();
    }
}

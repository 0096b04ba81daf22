package net.beaconcontroller.probe.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.report.RobustnessReport;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.RoundTrips;
import net.beaconcontroller.probe.robustness.StudyColour;

/** Prints a report for people. With one run, each case has its detail; with several, the runs are columns. */
final class RobustnessTable {
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";
    private static final double MICROS_PER_MILLI = 1000;

    private final PrintWriter out;
    private final boolean coloured;

    RobustnessTable(PrintWriter out, boolean coloured) {
        this.out = out;
        this.coloured = coloured;
    }

    void print(RobustnessReport report) {
        if (report.runs().size() == 1) {
            printDetails(report.runs().getFirst());
        } else {
            printColumns(report);
        }
        out.println();
        printStudy(report);
        for (RobustnessReport.Run run : report.runs()) {
            out.println(run.title() + ": " + summary(run));
            if (run.outcomes().size() == 1) {
                printPacketIns(run.outcomes().getFirst().scenario());
            }
        }
        out.flush();
    }

    private void printDetails(RobustnessReport.Run run) {
        var table = new Table("CASE", "VERDICT", "WITNESS 99% ms", "DETAIL");
        for (Outcome outcome : run.outcomes()) {
            table.add(
                    outcome.probeCase().name(),
                    colour(outcome.verdict()),
                    "%.1f".formatted(outcome.during().percentile99() / MICROS_PER_MILLI),
                    outcome.detail());
        }
        table.print(out);
    }

    private void printPacketIns(RoundTrips packetIns) {
        if (packetIns.count() + packetIns.lost() > 0) {
            out.printf(
                    Locale.ROOT,
                    "  packet-ins of the scenario: %,d sent, %,d lost; "
                            + "round trip ms: 50 %% %.2f, 99 %% %.2f, longest %.2f%n",
                    packetIns.count() + packetIns.lost(),
                    packetIns.lost(),
                    packetIns.median() / MICROS_PER_MILLI,
                    packetIns.percentile99() / MICROS_PER_MILLI,
                    packetIns.maximum() / MICROS_PER_MILLI);
        }
    }

    private void printColumns(RobustnessReport report) {
        print(report.runs(), report.cases(), outcome -> colour(outcome.verdict()));
    }

    /** Prints Table 2 of the study of 2013, in its colours. */
    private void printStudy(RobustnessReport report) {
        if (report.studyCases().isEmpty()) {
            return;
        }
        out.println("Table 2 of the study of 2013");
        print(report.runs(), report.studyCases(), outcome -> StudyColour.of(outcome)
                .map(StudyColour::toString)
                .orElse("-"));
        for (StudyColour colour : StudyColour.values()) {
            out.printf("%-6s  %s%n", colour, colour.meaning());
        }
        out.println(RobustnessReport.STUDY_NOTE);
        out.println();
    }

    private void print(List<RobustnessReport.Run> runs, List<ProbeCase> cases, Function<Outcome, String> cell) {
        String[] heads = new String[runs.size() + 1];
        heads[0] = "CASE";
        for (int i = 0; i < runs.size(); i++) {
            heads[i + 1] = "%s %s"
                    .formatted(runs.get(i).controller(), runs.get(i).version())
                    .toUpperCase(Locale.ROOT);
        }
        var table = new Table(heads);
        for (ProbeCase probeCase : cases) {
            String[] cells = new String[runs.size() + 1];
            cells[0] = probeCase.name();
            for (int i = 0; i < runs.size(); i++) {
                cells[i + 1] = runs.get(i).of(probeCase).map(cell).orElse("-");
            }
            table.add(cells);
        }
        table.print(out);
    }

    private static String summary(RobustnessReport.Run run) {
        String counts = run.counts().entrySet().stream()
                .map((Map.Entry<Verdict, Integer> entry) -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return run.failure().isEmpty() ? counts : counts + (counts.isEmpty() ? "" : "; ") + "failed: " + run.failure();
    }

    private String colour(Verdict verdict) {
        if (!coloured) {
            return verdict.toString();
        }
        String colour = verdict.isWorseThan(Verdict.CLOSED) ? RED : verdict == Verdict.CLOSED ? YELLOW : GREEN;
        return colour + verdict + PLAIN;
    }
}

package net.beaconcontroller.probe.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import net.beaconcontroller.bench.report.MarkupBuilder;
import net.beaconcontroller.bench.report.ReportPage;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.Resources;
import net.beaconcontroller.probe.robustness.StudyColour;

/**
 * A report as a self-contained HTML page: the counts of the verdicts, a table of cases by controllers like Table 2 of
 * the study, and the measurements of each case.
 */
public final class RobustnessPage {
    private static final int MICROS_A_MILLI = 1000;

    private final RobustnessReport report;
    private final MarkupBuilder page;

    private RobustnessPage(RobustnessReport report) {
        this.report = report;
        this.page = ReportPage.begin("What controllers withstand", report.command(), report.machine());
    }

    /** Returns the page. */
    public static String of(RobustnessReport report) {
        return new RobustnessPage(report).html();
    }

    private String html() {
        page.open("style").raw(style()).close();
        page.element(
                "p",
                "In each case a faulty switch connects to the controller, while another switch, the witness, measures "
                        + "whether it notices. Seed %d.".formatted(report.seed()));
        legend();
        summary();
        for (RobustnessReport.Run run : report.runs()) {
            if (!run.failure().isEmpty()) {
                page.element("pre", run.title() + ": " + run.failure(), "class", "warning");
            }
        }
        study();
        for (String group : groups()) {
            group(group);
        }
        return page.close().close() + "\n";
    }

    private void legend() {
        page.open("table", "class", "legend").open("tbody");
        for (Verdict verdict : Verdict.values()) {
            page.open("tr");
            verdict(verdict);
            page.element("td", verdict.meaning()).close();
        }
        page.close().close();
    }

    private void verdict(Verdict verdict) {
        page.element("td", verdict.toString(), "class", "verdict " + verdict);
    }

    private void summary() {
        page.element("h2", "Number of cases by verdict")
                .open("table")
                .open("thead")
                .open("tr");
        page.element("th", "Controller", "scope", "col");
        for (Verdict verdict : Verdict.values()) {
            page.element("th", verdict.toString(), "scope", "col");
        }
        page.close().close().open("tbody");
        for (RobustnessReport.Run run : report.runs()) {
            page.open("tr").element("th", run.title(), "scope", "row");
            for (Verdict verdict : Verdict.values()) {
                page.element("td", Integer.toString(run.counts().getOrDefault(verdict, 0)));
            }
            page.close();
        }
        page.close().close();
    }

    /** Appends Table 2 of the study, in its colours. */
    private void study() {
        List<ProbeCase> cases = report.studyCases();
        if (cases.isEmpty()) {
            return;
        }
        page.open("section").element("h2", "Table 2 of the study of 2013");
        page.open("table", "class", "cases").open("thead").open("tr").element("th", "Case", "scope", "col");
        report.runs().forEach(run -> page.element("th", run.title(), "scope", "col"));
        page.close().close().open("tbody");
        for (ProbeCase probeCase : cases) {
            page.open("tr").element("th", probeCase.shortName(), "scope", "row");
            for (RobustnessReport.Run run : report.runs()) {
                String colour = run.of(probeCase)
                        .flatMap(StudyColour::of)
                        .map(StudyColour::toString)
                        .orElse("–");
                page.element("td", colour, "class", "study " + colour);
            }
            page.close();
        }
        page.close().close();
        for (StudyColour colour : StudyColour.values()) {
            page.element("p", colour + ": " + colour.meaning(), "class", "load");
        }
        page.element("p", RobustnessReport.STUDY_NOTE, "class", "load").close();
    }

    private List<String> groups() {
        return report.cases().stream().map(ProbeCase::group).distinct().toList();
    }

    private void group(String group) {
        List<ProbeCase> cases = report.cases().stream()
                .filter(probeCase -> probeCase.group().equals(group))
                .toList();
        page.open("section").element("h2", group);
        page.open("table", "class", "cases").open("thead").open("tr").element("th", "Case", "scope", "col");
        report.runs().forEach(run -> page.element("th", run.title(), "scope", "col"));
        page.close().close().open("tbody");
        for (ProbeCase probeCase : cases) {
            page.open("tr")
                    .open("th", "scope", "row")
                    .text(probeCase.shortName())
                    .element("small", probeCase.description())
                    .close();
            for (RobustnessReport.Run run : report.runs()) {
                cell(run.of(probeCase));
            }
            page.close();
        }
        page.close().close().close();
    }

    private void cell(Optional<Outcome> run) {
        if (run.isEmpty()) {
            page.element("td", "–", "class", "verdict");
            return;
        }
        Outcome outcome = run.get();
        page.open("td", "class", "verdict " + outcome.verdict())
                .text(outcome.verdict().toString());
        if (!outcome.detail().isEmpty()) {
            page.element("small", outcome.detail());
        }
        page.element("small", measured(outcome)).close();
    }

    private static String measured(Outcome outcome) {
        String witness = "witness 99%%: %s ms, longest %s ms"
                .formatted(
                        millis(outcome.during().percentile99()),
                        millis(outcome.during().maximum()));
        return outcome.before()
                .flatMap(before -> outcome.after().map(after -> witness + "; " + difference(before, after)))
                .orElse(witness);
    }

    private static String difference(Resources before, Resources after) {
        return "memory %+,d kB, threads %+d, files %+d"
                .formatted(
                        after.residentKilobytes() - before.residentKilobytes(),
                        after.threads() - before.threads(),
                        after.files() - before.files());
    }

    private static String millis(long micros) {
        return "%.1f".formatted((double) micros / MICROS_A_MILLI);
    }

    private static String style() {
        try (InputStream in = Objects.requireNonNull(RobustnessPage.class.getResourceAsStream("robustness.css"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

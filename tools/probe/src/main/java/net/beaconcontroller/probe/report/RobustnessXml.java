package net.beaconcontroller.probe.report;

import java.util.Locale;
import net.beaconcontroller.bench.report.MarkupBuilder;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Outcome;

/** A report in the XML format of JUnit, which continuous integration servers read: a test suite per run. */
public final class RobustnessXml {
    private RobustnessXml() {}

    /**
     * Returns the document.
     *
     * @param allowed a case with a worse verdict is a failure
     */
    public static String of(RobustnessReport report, Verdict allowed) {
        var xml = new MarkupBuilder().raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.open("testsuites");
        for (RobustnessReport.Run run : report.runs()) {
            long failures = run.outcomes().stream()
                    .filter(outcome -> outcome.verdict().isWorseThan(allowed))
                    .count();
            boolean isError = !run.failure().isEmpty();
            xml.open(
                    "testsuite",
                    "name",
                    run.title(),
                    "tests",
                    run.outcomes().size() + (isError ? 1 : 0),
                    "failures",
                    failures,
                    "errors",
                    isError ? 1 : 0,
                    "time",
                    seconds(run.outcomes().stream().mapToLong(Outcome::millis).sum()));
            run.outcomes().forEach(outcome -> testCase(xml, run, outcome, allowed));
            if (isError) {
                xml.open("testcase", "classname", run.title(), "name", "start")
                        .leaf("error", "message", run.failure())
                        .close();
            }
            xml.close();
        }
        return xml.close() + "\n";
    }

    private static void testCase(MarkupBuilder xml, RobustnessReport.Run run, Outcome outcome, Verdict allowed) {
        xml.open(
                "testcase",
                "classname",
                run.title(),
                "name",
                outcome.probeCase().name(),
                "time",
                seconds(outcome.millis()));
        if (outcome.verdict().isWorseThan(allowed)) {
            xml.leaf(
                    "failure",
                    "type",
                    outcome.verdict(),
                    "message",
                    "%s: %s".formatted(outcome.verdict(), outcome.detail()));
        }
        xml.close();
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }
}

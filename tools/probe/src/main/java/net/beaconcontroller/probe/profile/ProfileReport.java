package net.beaconcontroller.probe.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.MinMedianMax;
import net.beaconcontroller.bench.report.LineChart;
import net.beaconcontroller.bench.report.MarkupBuilder;
import net.beaconcontroller.bench.report.ReportPage;
import net.beaconcontroller.bench.report.Table;
import net.beaconcontroller.probe.robustness.Resources;
import org.HdrHistogram.Histogram;

/** The results of a run for people: a table, and a page with charts. */
public final class ProfileReport {
    private static final double MILLI = 1e3;
    private static final double KILOBYTES_PER_MEGABYTE = 1024;

    private ProfileReport() {}

    /** Returns a row for each step, and one for all. */
    public static Table table(List<StepResult> steps) {
        var rows = new ArrayList<List<String>>();
        steps.forEach(step -> rows.add(row(Integer.toString(step.number()), step)));
        if (steps.size() > 1) {
            rows.add(row("all", total(steps)));
        }
        return new Table(
                List.of(
                        "STEP",
                        "RATE/s",
                        "SENT/s",
                        "50% µs",
                        "99% µs",
                        "99.9% µs",
                        "MAX µs",
                        "LOST",
                        "LATE",
                        "CLOSED",
                        "MEMORY MB",
                        "THREADS",
                        "FILES"),
                rows,
                "Latency counts from the intended time of sending. LOST packet-ins were not answered in time; LATE "
                        + "answers belong to lost ones. CLOSED connections were opened again.");
    }

    private static List<String> row(String name, StepResult step) {
        Optional<Resources> used = step.resources();
        return List.of(
                name,
                count(step.rate()),
                count(step.sentPerSecond()),
                count(step.micros(50)),
                count(step.micros(99)),
                count(step.micros(99.9)),
                count(step.micros(100)),
                count(step.lost()),
                count(step.late()),
                count(step.closed()),
                used.map(most -> count(most.residentKilobytes() / KILOBYTES_PER_MEGABYTE))
                        .orElse("-"),
                used.map(most -> count(most.threads())).orElse("-"),
                used.map(most -> count(most.files())).orElse("-"));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String count(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    /** Returns the sums and the greatest values of all steps. */
    public static StepResult total(List<StepResult> steps) {
        double seconds = steps.stream().mapToDouble(StepResult::seconds).sum();
        var latency = new Histogram(steps.getFirst().latency());
        steps.stream().skip(1).forEach(step -> latency.add(step.latency()));
        return new StepResult(
                steps.size(),
                seconds,
                steps.stream().mapToDouble(step -> step.rate() * step.seconds()).sum() / seconds,
                sum(steps, StepResult::due),
                sum(steps, StepResult::sent),
                sum(steps, StepResult::answered),
                sum(steps, StepResult::lost),
                sum(steps, StepResult::late),
                (int) sum(steps, StepResult::closed),
                (int) sum(steps, StepResult::reconnected),
                String.join(
                        "; ",
                        steps.stream()
                                .map(StepResult::closings)
                                .filter(text -> !text.isEmpty())
                                .distinct()
                                .toList()),
                steps.stream().mapToLong(StepResult::longestLagMicros).max().orElse(0),
                latency,
                steps.stream().flatMap(step -> step.resources().stream()).reduce(Resources::most));
    }

    private static long sum(List<StepResult> steps, ToLongFunction<StepResult> value) {
        return steps.stream().mapToLong(value).sum();
    }

    /** Returns the page. */
    static String html(ProfileSettings settings, String command, Machine machine, List<StepResult> steps) {
        Profile profile = settings.profile();
        MarkupBuilder page = ReportPage.begin("A controller under the profile " + profile.name(), command, machine);
        if (steps.size() < profile.steps().size()) {
            page.element(
                    "p",
                    "Incomplete: %d of %d steps; --resume continues an interrupted run."
                            .formatted(steps.size(), profile.steps().size()),
                    "class",
                    "warning");
        }
        page.element(
                "p",
                String.format(
                        Locale.ROOT,
                        "%d steps in %,.0f s, OpenFlow %s, %d switches of %,d hosts; a packet-in without an answer in "
                                + "%d ms is lost.",
                        profile.steps().size(),
                        profile.duration().toMillis() / MILLI,
                        settings.version(),
                        settings.switches(),
                        settings.hosts(),
                        settings.timeout().toMillis()));
        if (!steps.isEmpty()) {
            page.open("figure");
            charts(steps).forEach(chart -> page.raw(chart.svg()));
            page.close();
            table(steps).appendTo(page);
        }
        for (StepResult step : steps) {
            if (step.closed() > 0) {
                page.element("p", "Step %d: %s".formatted(step.number(), step.closings()), "class", "warning");
            }
        }
        return page.close().close() + "\n";
    }

    private static List<LineChart> charts(List<StepResult> steps) {
        var charts = new ArrayList<LineChart>();
        charts.add(chart(
                "Rate",
                "Packet-ins per second",
                List.of(line("intended", steps, StepResult::rate), line("sent", steps, StepResult::sentPerSecond))));
        charts.add(chart(
                "Latency",
                "Latency, µs",
                List.of(
                        line("50%", steps, step -> step.micros(50)),
                        line("99%", steps, step -> step.micros(99)),
                        line("99.9%", steps, step -> step.micros(99.9)))));
        charts.add(chart(
                "Longest latency",
                "Longest latency, ms",
                List.of(line("max", steps, step -> step.micros(100) / MILLI))));
        charts.add(chart(
                "Losses",
                "Packet-ins, connections",
                List.of(
                        line("lost", steps, StepResult::lost),
                        line("late", steps, StepResult::late),
                        line("closed", steps, StepResult::closed))));
        if (steps.stream().allMatch(step -> step.resources().isPresent())) {
            charts.add(chart(
                    "Memory",
                    "Resident memory, MB",
                    List.of(line(
                            "memory",
                            steps,
                            step -> step.resources().orElseThrow().residentKilobytes() / KILOBYTES_PER_MEGABYTE))));
        }
        return charts;
    }

    private static LineChart chart(String title, String up, List<LineChart.Series> lines) {
        return new LineChart(title, "Step", false, up, 1, lines);
    }

    private static LineChart.Series line(String name, List<StepResult> steps, ToDoubleFunction<StepResult> value) {
        return new LineChart.Series(
                name,
                false,
                steps.stream()
                        .map(step -> {
                            double y = value.applyAsDouble(step);
                            String tip = "step %d, %s: %s".formatted(step.number(), name, count(y));
                            return new LineChart.Dot(step.number(), new MinMedianMax(y, y, y), tip);
                        })
                        .toList());
    }
}

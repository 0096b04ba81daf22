package net.beaconcontroller.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Baseline;
import net.beaconcontroller.bench.MinMedianMax;
import net.beaconcontroller.bench.PointSummary;

/** The report as a self-contained HTML page without scripts or network access. Supports dark mode and printing. */
final class HtmlReport {
    /** The number of colors of series. */
    static final int COLOURS = 6;

    private static final double MILLION = 1e6;
    private static final double THOUSAND = 1e3;
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 100.0);

    private final Results results;

    HtmlReport(Results results) {
        this.results = results;
    }

    String html() {
        MarkupBuilder page =
                ReportPage.begin("How controllers answer packet-ins", results.command(), results.machine());
        if (!results.complete()) {
            page.element("p", "Incomplete: the measurements are running or were interrupted.", "class", "warning");
        }
        page.element(
                "p",
                "Bars and dots are medians of all repeats; thin lines show minimum and maximum. "
                        + "The baseline answers each packet-in without any lookup and shows the limit of the machine, "
                        + "its network and the load generator. Rates depend on the machine: compare the ratios, "
                        + "which are computed from consecutive measurements.");
        results.axes().forEach(axis -> section(page, axis));
        return page.close().close() + "\n";
    }

    private void section(MarkupBuilder page, Axis axis) {
        List<PointSummary> rows = results.rows(axis);
        page.open("section").element("h2", axis.title());
        page.open("p", "class", "load")
                .text("Load: "
                        + Labels.of(rows.stream().map(row -> row.point().load()).toList()) + ". " + repeats(rows)
                        + " Command: ")
                .element("code", results.command())
                .close();
        page.open("figure");
        plots(axis, rows).forEach(plot -> page.raw(plot.svg()));
        page.close();
        Table.of(axis, rows).appendTo(page);
        failures(page, rows);
        page.close();
    }

    private static String repeats(List<PointSummary> rows) {
        int most = rows.stream().mapToInt(row -> row.metrics().size()).max().orElse(0);
        return most == 1 ? "Measured once." : "Measured %d times.".formatted(most);
    }

    private static void failures(MarkupBuilder page, List<PointSummary> rows) {
        for (PointSummary row : rows) {
            for (String failure : row.failures()) {
                page.element("pre", Labels.of(row.point()) + " failed: " + failure, "class", "warning");
            }
        }
    }

    private static List<Plot> plots(Axis axis, List<PointSummary> rows) {
        List<PointSummary> measured =
                rows.stream().filter(row -> row.value().isPresent()).toList();
        if (measured.isEmpty()) {
            return List.of();
        }
        return switch (axis) {
            case LOOPS -> List.of(lines(axis, measured, "Event loops", false));
            case SWITCHES -> List.of(lines(axis, measured, "Switches", true));
            case HOSTS -> List.of(lines(axis, measured, "Hosts of each switch", true));
            case DESIGNS, APPLICATIONS, CONTROLLERS -> List.of(bars(axis, measured, rateUnit(measured)));
            case LATENCY -> List.of(bars(axis, measured, new Unit("Median round trip, µs", 1)), percentiles(measured));
        };
    }

    private record Unit(String text, double size) {}

    private static Unit rateUnit(List<PointSummary> rows) {
        double largest =
                rows.stream().mapToDouble(row -> value(row).max()).max().orElse(0);
        return largest >= MILLION
                ? new Unit("Million answers a second", MILLION)
                : largest >= 10 * THOUSAND
                        ? new Unit("Thousand answers a second", THOUSAND)
                        : new Unit("Answers a second", 1);
    }

    private static MinMedianMax value(PointSummary row) {
        return row.value().orElseThrow();
    }

    private static Plot bars(Axis axis, List<PointSummary> rows, Unit unit) {
        Baseline baseline = Baseline.among(rows);
        List<BarChart.Bar> bars = rows.stream()
                .map(row -> new BarChart.Bar(
                        Labels.of(row.point()),
                        value(row),
                        NumberFormats.digits(value(row).median() / unit.size()) + times(baseline, row),
                        tip(axis, baseline, row),
                        row.point().controller().isBaseline()))
                .toList();
        return new BarChart(axis.title(), unit.text(), unit.size(), bars);
    }

    private static String times(Baseline baseline, PointSummary row) {
        return row.point().controller().isBaseline()
                ? ""
                : row.toBaseline()
                        .map(ratio -> " (%s × %s)".formatted(NumberFormats.digits(ratio.median()), baseline.keyword()))
                        .orElse("");
    }

    private static String tip(Axis axis, Baseline baseline, PointSummary row) {
        String value = axis == Axis.LATENCY
                ? "median %s µs".formatted(NumberFormats.spread(row.value()))
                : "%s answers/s".formatted(NumberFormats.spread(row.value(), NumberFormats::rate));
        return "%s: %s, %s of that of the %s"
                .formatted(
                        Labels.of(row.point()),
                        value,
                        NumberFormats.spread(row.toBaseline()),
                        baseline.controllerName());
    }

    private static Plot lines(Axis axis, List<PointSummary> rows, String across, boolean log) {
        Baseline baseline = Baseline.among(rows);
        var series = new LinkedHashMap<String, LineChart.Series>();
        for (PointSummary row : rows) {
            boolean isBaseline = row.point().controller().isBaseline();
            double x = row.point().x().map(Integer::doubleValue).orElse(Double.NaN);
            series.computeIfAbsent(
                            Labels.of(row.point().controller()),
                            name -> new LineChart.Series(name, isBaseline, new ArrayList<>()))
                    .dots()
                    .add(new LineChart.Dot(x, value(row), tip(axis, baseline, row)));
        }
        Unit unit = rateUnit(rows);
        return new LineChart(axis.title(), across, log, unit.text(), unit.size(), List.copyOf(series.values()));
    }

    private static Plot percentiles(List<PointSummary> rows) {
        return new PercentileChart(
                "Percentiles of the latency",
                "Round trip, µs (medians of all repeats; logarithmic)",
                List.of("50%", "90%", "99%", "99.9%", "longest"),
                rows.stream().map(HtmlReport::range).toList());
    }

    private static PercentileChart.Range range(PointSummary row) {
        List<Double> medians = PERCENTILES.stream()
                .flatMap(percentile -> row.percentileMicros(percentile).stream())
                .map(MinMedianMax::median)
                .toList();
        String name = Labels.of(row.point());
        String tip = medians.stream().map(NumberFormats::digits).collect(Collectors.joining(", ", name + ", µs: ", ""));
        return new PercentileChart.Range(
                name, medians, tip, row.point().controller().isBaseline());
    }
}

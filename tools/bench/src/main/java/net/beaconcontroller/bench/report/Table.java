package net.beaconcontroller.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Baseline;
import net.beaconcontroller.bench.PointSummary;

/**
 * The summary table of an axis. The first column is text, the others are numbers.
 *
 * @param note the legend of the columns
 */
public record Table(List<String> heads, List<List<String>> rows, String note) {
    /** Which shared queue was measured. */
    private static final String QUEUE =
            " Queue is io.read=shared-queue, a queue of switches that have messages; that of"
                    + " the paper, Fig. 3a, is a queue of messages, which would cost more.";

    /** Returns the table of an axis. */
    public static Table of(Axis axis, List<PointSummary> rows) {
        Baseline baseline = Baseline.among(rows);
        List<Column> columns = columns(axis, baseline);
        return new Table(
                columns.stream().map(Column::head).toList(),
                rows.stream()
                        .map(row -> columns.stream()
                                .map(column -> column.cell().apply(row))
                                .toList())
                        .toList(),
                ("%s is %s divided by that of the %s under the same load; TO FIRST is divided by "
                                        + "that of %s. Median (min..max).")
                                .formatted(
                                        head(baseline),
                                        axis == Axis.LATENCY ? "the median" : "the rate",
                                        baseline.controllerName(),
                                        first(rows))
                        + (rows.stream()
                                        .anyMatch(
                                                row -> row.point().controller().hasSharedQueue())
                                ? QUEUE
                                : ""));
    }

    private record Column(String head, Function<PointSummary, String> cell) {}

    private static String head(Baseline baseline) {
        return "TO " + baseline.keyword().toUpperCase(Locale.ROOT);
    }

    private static List<Column> columns(Axis axis, Baseline baseline) {
        var columns = new ArrayList<Column>();
        columns.add(new Column("CONTROLLER", row -> Labels.of(row.point().controller())));
        if (axis.isNumeric()) {
            columns.add(new Column(axis.keyword().toUpperCase(Locale.ROOT), row -> Labels.number(row.point())));
        }
        columns.add(new Column(
                "TRANSPORT", row -> row.transports().isEmpty() ? "-" : String.join(" / ", row.transports())));
        if (axis == Axis.LATENCY) {
            columns.add(new Column("MEDIAN µs", row -> NumberFormats.spread(row.value())));
            columns.add(new Column("99% µs", row -> NumberFormats.spread(row.percentileMicros(99))));
            columns.add(new Column("99.9% µs", row -> NumberFormats.spread(row.percentileMicros(99.9))));
        }
        columns.add(new Column("ANSWERS/s", row -> NumberFormats.spread(row.answersPerSecond(), NumberFormats::rate)));
        columns.add(new Column(head(baseline), row -> NumberFormats.spread(row.toBaseline())));
        columns.add(new Column("TO FIRST", row -> NumberFormats.spread(row.toFirst())));
        columns.add(new Column("CPU µs", row -> NumberFormats.spread(row.cpuMicros())));
        columns.add(new Column("LOST", row -> row.metrics().isEmpty() ? "-" : NumberFormats.count(row.lost())));
        columns.add(new Column(
                "UNSOLICITED", row -> row.metrics().isEmpty() ? "-" : NumberFormats.count(row.unsolicited())));
        return columns;
    }

    /** Returns the label of the first controller. */
    private static String first(List<PointSummary> rows) {
        return rows.stream()
                .map(PointSummary::point)
                .filter(point -> !point.controller().isBaseline())
                .findFirst()
                .map(Labels::of)
                .orElse("the first");
    }

    /** Returns the aligned lines of the table, and the legend. */
    public List<String> lines() {
        var table = new net.beaconcontroller.console.Table(heads.toArray(String[]::new));
        rows.forEach(row -> table.add(row.toArray(String[]::new)));
        return Stream.concat(table.lines(true).stream(), Stream.of(note)).toList();
    }

    /** Appends the table and its legend to a page. */
    public void appendTo(MarkupBuilder page) {
        page.open("table").open("thead").open("tr");
        heads.forEach(head -> page.element("th", head, "scope", "col"));
        page.close().close().open("tbody");
        for (List<String> row : rows) {
            page.open("tr").element("th", row.getFirst(), "scope", "row");
            row.stream().skip(1).forEach(cell -> appendCell(page, cell));
            page.close();
        }
        page.close().close().element("p", note, "class", "load");
    }

    /** Appends a cell with a median and, below it, the range. */
    private static void appendCell(MarkupBuilder page, String text) {
        int range = text.indexOf(" (");
        page.open("td").text(range < 0 ? text : text.substring(0, range));
        if (range >= 0) {
            page.element("small", text.substring(range + 2, text.length() - 1).replace("..", " to "));
        }
        page.close();
    }
}

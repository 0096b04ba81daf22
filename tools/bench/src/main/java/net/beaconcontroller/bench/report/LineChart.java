package net.beaconcontroller.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.MinMedianMax;

/**
 * A line chart of medians, with error bars from minimum to maximum.
 *
 * @param across the label of the x axis
 * @param log whether the x axis is logarithmic
 * @param up the label of the y axis, with the unit
 * @param unit the divisor of the shown values
 */
record LineChart(String title, String across, boolean log, String up, double unit, List<Series> series)
        implements Plot {
    private static final double WIDTH = 660;
    private static final double HEIGHT = 360;
    private static final double LEFT = 58;
    private static final double TOP = 14;
    private static final double BOTTOM = HEIGHT - 52;
    private static final double LABEL_HEIGHT = 16;

    /** A series. The baseline may be a horizontal line with a single dot without an x coordinate. */
    record Series(String name, boolean isBaseline, List<Dot> dots) {}

    /** A dot at x; NaN for a horizontal line. */
    record Dot(double x, MinMedianMax value, String tip) {}

    private record Label(String name, String style, double y) {}

    @Override
    public String svg() {
        double right = WIDTH
                - 22
                - series.stream()
                        .mapToDouble(line -> Plot.width(line.name()))
                        .max()
                        .orElse(0);
        List<Double> places = series.stream()
                .flatMap(line -> line.dots().stream())
                .map(Dot::x)
                .filter(x -> !x.isNaN())
                .distinct()
                .sorted()
                .toList();
        double largest = series.stream()
                .flatMap(line -> line.dots().stream())
                .mapToDouble(dot -> dot.value().max() / unit)
                .max()
                .orElse(1);
        Scale y = Scale.fromZero(largest, BOTTOM, TOP);
        Scale x = places.isEmpty()
                ? Scale.around(1, 1, false, LEFT, right)
                : Scale.around(places.getFirst(), places.getLast(), log, LEFT, right);
        MarkupBuilder svg = Plot.begin(title, WIDTH, HEIGHT);
        frame(svg, x, y, places);
        var labels = new ArrayList<Label>();
        int colour = 0;
        for (Series line : series) {
            if (!line.dots().isEmpty()) {
                String style = line.isBaseline() ? "baseline" : "s" + colour++ % HtmlReport.COLOURS;
                draw(svg, line, style, x, y);
                double end = y.at(line.dots().getLast().value().median() / unit);
                labels.add(new Label(line.name(), style, end));
            }
        }
        label(svg, labels, right + 10);
        return svg.close().toString();
    }

    private void frame(MarkupBuilder svg, Scale x, Scale y, List<Double> places) {
        for (double tick : y.ticks()) {
            double at = y.at(tick);
            svg.leaf("line", "class", "grid", "x1", LEFT, "x2", x.end(), "y1", at, "y2", at);
            svg.element(
                    "text",
                    NumberFormats.plain(tick),
                    "class",
                    "tick",
                    "x",
                    LEFT - 8,
                    "y",
                    at + 4,
                    "text-anchor",
                    "end");
        }
        // The end of the last label, to avoid overlaps.
        double free = 0;
        for (double place : places) {
            double at = x.at(place);
            String text = NumberFormats.count((long) place);
            svg.leaf("line", "class", "base", "x1", at, "x2", at, "y1", BOTTOM, "y2", BOTTOM + 4);
            if (at - Plot.width(text) / 2 > free) {
                svg.element("text", text, "class", "tick", "x", at, "y", BOTTOM + 18, "text-anchor", "middle");
                free = at + Plot.width(text) / 2 + 4;
            }
        }
        svg.leaf("line", "class", "base", "x1", LEFT, "x2", x.end(), "y1", BOTTOM, "y2", BOTTOM);
        double middle = (LEFT + x.end()) / 2;
        svg.element("text", across, "class", "axis", "x", middle, "y", BOTTOM + 42, "text-anchor", "middle");
        String turned = "translate(14 %s) rotate(-90)".formatted(MarkupBuilder.pixels((TOP + BOTTOM) / 2));
        svg.element("text", up, "class", "axis", "transform", turned, "text-anchor", "middle");
    }

    private void draw(MarkupBuilder svg, Series line, String style, Scale x, Scale y) {
        svg.open("g", "class", style);
        Dot first = line.dots().getFirst();
        if (Double.isNaN(first.x())) {
            double at = y.at(first.value().median() / unit);
            svg.open("line", "class", "line", "x1", x.start(), "x2", x.end(), "y1", at, "y2", at)
                    .element("title", first.tip())
                    .close();
        } else {
            svg.leaf(
                    "polyline",
                    "class",
                    "line",
                    "points",
                    line.dots().stream()
                            .map(dot -> MarkupBuilder.pixels(x.at(dot.x())) + ","
                                    + MarkupBuilder.pixels(y.at(dot.value().median() / unit)))
                            .collect(Collectors.joining(" ")));
            line.dots().forEach(dot -> mark(svg, dot, style, x.at(dot.x()), y));
        }
        svg.close();
    }

    private void mark(MarkupBuilder svg, Dot dot, String style, double x, Scale y) {
        double least = y.at(dot.value().min() / unit);
        double most = y.at(dot.value().max() / unit);
        svg.open("g").element("title", dot.tip());
        if (least > most) {
            svg.leaf(
                    "path",
                    "class",
                    "error",
                    "d",
                    "M%1$s %4$s H%2$s M%1$s %5$s H%2$s M%3$s %4$s V%5$s"
                            .formatted(
                                    MarkupBuilder.pixels(x - 4),
                                    MarkupBuilder.pixels(x + 4),
                                    MarkupBuilder.pixels(x),
                                    MarkupBuilder.pixels(least),
                                    MarkupBuilder.pixels(most)));
        }
        svg.raw(Marker.of(style).svg(x, y.at(dot.value().median() / unit))).close();
    }

    /** Draws series names at the ends of the lines, spread to avoid overlaps. */
    private static void label(MarkupBuilder svg, List<Label> labels, double x) {
        labels.sort(Comparator.comparingDouble(Label::y));
        double free = Double.NEGATIVE_INFINITY;
        double lowest = BOTTOM - LABEL_HEIGHT * (labels.size() - 1);
        for (Label label : labels) {
            double y = Math.max(free, Math.min(label.y(), lowest));
            svg.open("g", "class", label.style())
                    .element("text", label.name(), "class", "series", "x", x, "y", y + 4)
                    .close();
            free = y + LABEL_HEIGHT;
            lowest += LABEL_HEIGHT;
        }
    }
}

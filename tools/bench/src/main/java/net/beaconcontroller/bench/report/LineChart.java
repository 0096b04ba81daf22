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
public record LineChart(String title, String across, boolean log, String up, double unit, List<Series> series)
        implements Plot {
    private static final double WIDTH = 660;
    private static final double HEIGHT = 360;
    private static final double LEFT = 58;
    private static final double TOP = 14;
    private static final double BOTTOM = HEIGHT - 52;
    private static final double LABEL_HEIGHT = 16;

    /** A series of at least one dot. The baseline may be a horizontal line, with a single dot without x. */
    public record Series(String name, boolean isBaseline, List<Dot> dots) {}

    /** A dot at x; NaN for a horizontal line. */
    public record Dot(double x, MinMedianMax value, String tip) {}

    private record Label(String name, String style, double y) {}

    @Override
    public String svg() {
        double right = WIDTH - 22 - Drawing.widest(series.stream().map(Series::name));
        List<Dot> dots = series.stream().flatMap(line -> line.dots().stream()).toList();
        List<Double> places = dots.stream()
                .map(Dot::x)
                .filter(x -> !x.isNaN())
                .distinct()
                .sorted()
                .toList();
        double largest =
                dots.stream().mapToDouble(dot -> dot.value().max() / unit).max().orElse(1);
        Scale y = Scale.fromZero(largest, BOTTOM, TOP);
        Scale x = places.isEmpty()
                ? Scale.around(1, 1, false, LEFT, right)
                : Scale.around(places.getFirst(), places.getLast(), log, LEFT, right);
        var drawing = new Drawing(title, WIDTH, HEIGHT);
        frame(drawing, x, y, places);
        var labels = new ArrayList<Label>();
        int colour = 0;
        for (Series line : series) {
            String style = line.isBaseline() ? "baseline" : "s" + colour++ % HtmlReport.COLOURS;
            draw(drawing, line, style, x, y);
            double end = y.at(line.dots().getLast().value().median() / unit);
            labels.add(new Label(line.name(), style, end));
        }
        label(drawing, labels, right + 10);
        return drawing.svg();
    }

    private void frame(Drawing drawing, Scale x, Scale y, List<Double> places) {
        for (double tick : y.ticks()) {
            double at = y.at(tick);
            drawing.line("grid", LEFT, at, x.end(), at);
            drawing.text("tick", "end", LEFT - 8, at + 4, NumberFormats.plain(tick));
        }
        // The end of the last label, to avoid overlaps.
        double free = 0;
        for (double place : places) {
            double at = x.at(place);
            String text = NumberFormats.count((long) place);
            drawing.line("base", at, BOTTOM, at, BOTTOM + 4);
            if (at - Drawing.width(text) / 2 > free) {
                drawing.text("tick", "middle", at, BOTTOM + 18, text);
                free = at + Drawing.width(text) / 2 + 4;
            }
        }
        drawing.line("base", LEFT, BOTTOM, x.end(), BOTTOM);
        drawing.text("axis", "middle", (LEFT + x.end()) / 2, BOTTOM + 42, across);
        drawing.verticalText("axis", 14, (TOP + BOTTOM) / 2, up);
    }

    private void draw(Drawing drawing, Series line, String style, Scale x, Scale y) {
        Dot first = line.dots().getFirst();
        if (Double.isNaN(first.x())) {
            double at = y.at(first.value().median() / unit);
            drawing.begin(style, first.tip()).line("line", x.start(), at, x.end(), at);
        } else {
            drawing.begin(style)
                    .path(
                            "line",
                            line.dots().stream()
                                    .map(dot -> Drawing.format(
                                            "%s,%s",
                                            x.at(dot.x()), y.at(dot.value().median() / unit)))
                                    .collect(Collectors.joining(" ", "M", "")));
            line.dots().forEach(dot -> mark(drawing, dot, style, x.at(dot.x()), y));
        }
        drawing.end();
    }

    private void mark(Drawing drawing, Dot dot, String style, double x, Scale y) {
        double least = y.at(dot.value().min() / unit);
        double most = y.at(dot.value().max() / unit);
        drawing.begin("dot", dot.tip());
        if (least > most) {
            drawing.path("error", "M%1$s %4$s H%2$s M%1$s %5$s H%2$s M%3$s %4$s V%5$s", x - 4, x + 4, x, least, most);
        }
        drawing.mark(Marker.of(style), x, y.at(dot.value().median() / unit)).end();
    }

    /** Draws series names at the ends of the lines, spread to avoid overlaps. */
    private static void label(Drawing drawing, List<Label> labels, double x) {
        labels.sort(Comparator.comparingDouble(Label::y));
        double free = Double.NEGATIVE_INFINITY;
        double lowest = BOTTOM - LABEL_HEIGHT * (labels.size() - 1);
        for (Label label : labels) {
            double y = Math.max(free, Math.min(label.y(), lowest));
            drawing.begin(label.style())
                    .text("series", "start", x, y + 4, label.name())
                    .end();
            free = y + LABEL_HEIGHT;
            lowest += LABEL_HEIGHT;
        }
    }
}

package net.beaconcontroller.bench.report;

import java.util.List;
import net.beaconcontroller.bench.MinMedianMax;

/**
 * A bar chart: the length of a bar is the median, a line shows minimum and maximum.
 *
 * @param axis the label of the value axis, with the unit
 * @param unit the divisor of the shown values
 */
record BarChart(String title, String axis, double unit, List<Bar> bars) implements Plot {
    private static final double WIDTH = 660;
    private static final double ROW = 34;
    private static final double THICKNESS = 18;
    private static final double BELOW = 44;

    /**
     * A bar.
     *
     * @param label the label after the bar
     * @param tip the tooltip
     */
    record Bar(String name, MinMedianMax value, String label, String tip, boolean isBaseline) {}

    @Override
    public String svg() {
        double left = 16
                + bars.stream().mapToDouble(bar -> Plot.width(bar.name())).max().orElse(0);
        double right = 20
                + bars.stream()
                        .mapToDouble(bar -> Plot.width(bar.label()))
                        .max()
                        .orElse(0);
        double bottom = 8 + ROW * bars.size();
        double largest =
                bars.stream().mapToDouble(bar -> bar.value().max() / unit).max().orElse(1);
        Scale scale = Scale.fromZero(largest, left, Math.max(left + 100, WIDTH - right));
        MarkupBuilder svg = Plot.begin(title, WIDTH, bottom + BELOW);
        Plot.valueAxis(svg, axis, scale, 4.0, bottom);
        for (int i = 0; i < bars.size(); i++) {
            draw(svg, bars.get(i), scale, 8 + ROW * i + ROW / 2);
        }
        svg.leaf("line", "class", "base", "x1", scale.start(), "x2", scale.start(), "y1", 4.0, "y2", bottom);
        return svg.close().toString();
    }

    private void draw(MarkupBuilder svg, Bar bar, Scale scale, double y) {
        double end = scale.at(bar.value().median() / unit);
        double least = scale.at(bar.value().min() / unit);
        double most = scale.at(bar.value().max() / unit);
        svg.open("g", "class", bar.isBaseline() ? "baseline" : "s0").element("title", bar.tip());
        svg.element("text", bar.name(), "class", "name", "x", scale.start() - 8, "y", y + 4, "text-anchor", "end");
        svg.leaf(
                "rect",
                "class",
                "fill",
                "x",
                scale.start(),
                "y",
                y - THICKNESS / 2,
                "width",
                Math.max(1, end - scale.start()),
                "height",
                THICKNESS);
        if (most > least) {
            svg.leaf(
                    "path",
                    "class",
                    "error",
                    "d",
                    "M%1$s %3$s V%4$s M%2$s %3$s V%4$s M%1$s %5$s H%2$s"
                            .formatted(
                                    MarkupBuilder.pixels(least),
                                    MarkupBuilder.pixels(most),
                                    MarkupBuilder.pixels(y - 5),
                                    MarkupBuilder.pixels(y + 5),
                                    MarkupBuilder.pixels(y)));
        }
        svg.element("text", bar.label(), "class", "value", "x", Math.max(end, most) + 8, "y", y + 4);
        svg.close();
    }
}

package net.beaconcontroller.bench.report;

import java.util.List;
import net.beaconcontroller.bench.MinMedianMax;

/**
 * A bar chart: the length of a bar is the median, a line shows minimum and maximum.
 *
 * @param axis the label of the value axis, with the unit
 * @param unit the divisor of the shown values
 */
public record BarChart(String title, String axis, double unit, List<Bar> bars) implements Plot {
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
    public record Bar(String name, MinMedianMax value, String label, String tip, boolean isBaseline) {}

    @Override
    public String svg() {
        double left = 16 + Drawing.widest(bars.stream().map(Bar::name));
        double right = 20 + Drawing.widest(bars.stream().map(Bar::label));
        double bottom = 8 + ROW * bars.size();
        double largest =
                bars.stream().mapToDouble(bar -> bar.value().max() / unit).max().orElse(1);
        Scale scale = Scale.fromZero(largest, left, Math.max(left + 100, WIDTH - right));
        var drawing = new Drawing(title, WIDTH, bottom + BELOW).valueAxis(axis, scale, 4, bottom);
        for (int i = 0; i < bars.size(); i++) {
            draw(drawing, bars.get(i), scale, 8 + ROW * i + ROW / 2);
        }
        return drawing.line("base", scale.start(), 4, scale.start(), bottom).svg();
    }

    private void draw(Drawing drawing, Bar bar, Scale scale, double y) {
        double end = scale.at(bar.value().median() / unit);
        double least = scale.at(bar.value().min() / unit);
        double most = scale.at(bar.value().max() / unit);
        drawing.begin(bar.isBaseline() ? "baseline" : "s0", bar.tip());
        drawing.text("name", "end", scale.start() - 8, y + 4, bar.name());
        drawing.rectangle("fill", scale.start(), y - THICKNESS / 2, Math.max(1, end - scale.start()), THICKNESS);
        if (most > least) {
            drawing.path("error", "M%1$s %3$s V%4$s M%2$s %3$s V%4$s M%1$s %5$s H%2$s", least, most, y - 5, y + 5, y);
        }
        drawing.text("value", "start", Math.max(end, most) + 8, y + 4, bar.label());
        drawing.end();
    }
}

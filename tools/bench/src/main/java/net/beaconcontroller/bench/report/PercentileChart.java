package net.beaconcontroller.bench.report;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Latency percentiles: a row per controller, a marker per percentile, on a logarithmic axis.
 *
 * @param names the names of the percentiles, at most as many as there are markers
 */
record PercentileChart(String title, String axis, List<String> names, List<Range> ranges) implements Plot {
    private static final double WIDTH = 660;
    private static final double ROW = 30;
    private static final double TOP = 34;
    private static final double BELOW = 44;

    /**
     * The percentiles of a controller.
     *
     * @param values one value per name, ascending
     */
    record Range(String name, List<Double> values, String tip, boolean isBaseline) {}

    @Override
    public String svg() {
        double left = 16 + Drawing.widest(ranges.stream().map(Range::name));
        double bottom = TOP + ROW * ranges.size();
        DoubleSummaryStatistics values = ranges.stream()
                .flatMap(range -> range.values().stream())
                .collect(Collectors.summarizingDouble(Double::doubleValue));
        double smallest = Math.max(values.getMin(), 0.001);
        double largest = Math.max(values.getMax(), 0.002);
        Scale scale = Scale.powersOfTen(smallest, largest, left, WIDTH - 24);
        var drawing = new Drawing(title, WIDTH, bottom + BELOW);
        legend(drawing, left);
        drawing.valueAxis(axis, scale, TOP - 4, bottom);
        for (int i = 0; i < ranges.size(); i++) {
            draw(drawing, ranges.get(i), scale, TOP + ROW * i + ROW / 2);
        }
        return drawing.svg();
    }

    private void legend(Drawing drawing, double left) {
        double x = left + 4;
        for (int i = 0; i < names.size(); i++) {
            drawing.begin("s" + i).mark(Marker.values()[i], x, 12).end();
            drawing.text("tick", "start", x + 9, 16, names.get(i));
            x += Drawing.width(names.get(i)) + 30;
        }
    }

    private static void draw(Drawing drawing, Range range, Scale scale, double y) {
        drawing.begin("range", range.tip()).text("name", "end", scale.start() - 8, y + 4, range.name());
        double from = scale.at(range.values().getFirst());
        double to = scale.at(range.values().getLast());
        drawing.line(range.isBaseline() ? "reach dashed" : "reach", from, y, to, y);
        for (int i = range.values().size() - 1; i >= 0; i--) {
            double x = scale.at(range.values().get(i));
            drawing.begin("s" + i).mark(Marker.values()[i], x, y).end();
        }
        drawing.end();
    }
}

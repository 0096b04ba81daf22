package net.beaconcontroller.bench.report;

import java.util.List;

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
        double left = 16
                + ranges.stream()
                        .mapToDouble(range -> Plot.width(range.name()))
                        .max()
                        .orElse(0);
        double bottom = TOP + ROW * ranges.size();
        double smallest = ranges.stream()
                .mapToDouble(range -> range.values().getFirst())
                .min()
                .orElse(1);
        double largest = ranges.stream()
                .mapToDouble(range -> range.values().getLast())
                .max()
                .orElse(10);
        Scale scale = Scale.powersOfTen(Math.max(smallest, 0.001), Math.max(largest, 0.002), left, WIDTH - 24);
        MarkupBuilder svg = Plot.begin(title, WIDTH, bottom + BELOW);
        legend(svg, left);
        Plot.valueAxis(svg, axis, scale, TOP - 4, bottom);
        for (int i = 0; i < ranges.size(); i++) {
            draw(svg, ranges.get(i), scale, TOP + ROW * i + ROW / 2);
        }
        return svg.close().toString();
    }

    private void legend(MarkupBuilder svg, double left) {
        double x = left + 4;
        for (int i = 0; i < names.size(); i++) {
            svg.open("g", "class", "s" + i).raw(Marker.values()[i].svg(x, 12)).close();
            svg.element("text", names.get(i), "class", "tick", "x", x + 9, "y", 16.0);
            x += Plot.width(names.get(i)) + 30;
        }
    }

    private static void draw(MarkupBuilder svg, Range range, Scale scale, double y) {
        svg.open("g").element("title", range.tip());
        svg.element("text", range.name(), "class", "name", "x", scale.start() - 8, "y", y + 4, "text-anchor", "end");
        double from = scale.at(range.values().getFirst());
        double to = scale.at(range.values().getLast());
        svg.leaf(
                "line", "class", range.isBaseline() ? "reach dashed" : "reach", "x1", from, "x2", to, "y1", y, "y2", y);
        for (int i = range.values().size() - 1; i >= 0; i--) {
            svg.open("g", "class", "s" + i)
                    .raw(Marker.values()[i].svg(scale.at(range.values().get(i)), y))
                    .close();
        }
        svg.close();
    }
}

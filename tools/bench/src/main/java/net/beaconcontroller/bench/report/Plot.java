package net.beaconcontroller.bench.report;

/** An SVG chart. The style sheet of the page sets the colors. */
sealed interface Plot permits BarChart, LineChart, PercentileChart {
    /** Returns the svg element. */
    String svg();

    /** Opens the svg element. */
    static MarkupBuilder begin(String title, double width, double height) {
        return new MarkupBuilder()
                .open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "viewBox",
                        "0 0 %s %s".formatted(MarkupBuilder.pixels(width), MarkupBuilder.pixels(height)),
                        "role",
                        "img",
                        "aria-label",
                        title)
                .element("title", title);
    }

    /** Draws a horizontal value axis with its label, and grid lines from {@code top} to {@code bottom}. */
    static void valueAxis(MarkupBuilder svg, String label, Scale scale, double top, double bottom) {
        for (double tick : scale.ticks()) {
            double x = scale.at(tick);
            svg.leaf("line", "class", "grid", "x1", x, "x2", x, "y1", top, "y2", bottom);
            svg.element(
                    "text",
                    NumberFormats.plain(tick),
                    "class",
                    "tick",
                    "x",
                    x,
                    "y",
                    bottom + 16,
                    "text-anchor",
                    "middle");
        }
        double middle = (scale.start() + scale.end()) / 2;
        svg.element("text", label, "class", "axis", "x", middle, "y", bottom + 36, "text-anchor", "middle");
    }

    /** Returns the approximate width of a label in pixels. */
    static double width(String text) {
        return text.length() * 7;
    }
}

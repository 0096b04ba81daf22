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

    /** Returns the approximate width of a label in pixels. */
    static double width(String text) {
        return text.length() * 7;
    }
}

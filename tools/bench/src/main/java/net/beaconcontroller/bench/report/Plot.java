package net.beaconcontroller.bench.report;

/** A drawing. The page's style sheet has its colours, so that it follows the reader's dark or light. */
sealed interface Plot permits BarChart, LineChart, PercentileChart {
    /** A whole svg element. */
    String svg();

    /** Begins a drawing. */
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

    /** How wide a text is, roughly, at the size of the labels. */
    static double width(String text) {
        return text.length() * 7;
    }
}

package net.beaconcontroller.bench.report;

import java.util.stream.Stream;

/** A builder of an SVG drawing. The style of a shape is its class; the style sheet of the page sets the colors. */
final class Drawing {
    private final MarkupBuilder svg = new MarkupBuilder();

    Drawing(String title, double width, double height) {
        String viewBox = format("0 0 %s %s", width, height);
        svg.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", viewBox, "role", "img", "aria-label", title)
                .element("title", title);
    }

    /** Begins a group of shapes. */
    Drawing begin(String style) {
        svg.open("g", "class", style);
        return this;
    }

    /** Begins a group of shapes with a tooltip. */
    Drawing begin(String style, String tip) {
        svg.open("g", "class", style).element("title", tip);
        return this;
    }

    /** Ends the innermost group. */
    Drawing end() {
        svg.close();
        return this;
    }

    Drawing line(String style, double x1, double y1, double x2, double y2) {
        svg.leaf("line", "class", style, "x1", x1, "x2", x2, "y1", y1, "y2", y2);
        return this;
    }

    Drawing rectangle(String style, double x, double y, double width, double height) {
        svg.leaf("rect", "class", style, "x", x, "y", y, "width", width, "height", height);
        return this;
    }

    /** Draws a path. The commands are a format string for the numbers. */
    Drawing path(String style, String commands, Double... numbers) {
        svg.leaf("path", "class", style, "d", format(commands, numbers));
        return this;
    }

    Drawing mark(Marker marker, double x, double y) {
        svg.leaf("path", "class", "mark", "d", marker.path(), "transform", format("translate(%s %s)", x, y));
        return this;
    }

    /**
     * Draws a text.
     *
     * @param anchor the part of the text that is at x: start, middle or end
     */
    Drawing text(String style, String anchor, double x, double y, String text) {
        svg.element("text", text, "class", style, "x", x, "y", y, "text-anchor", anchor);
        return this;
    }

    /** Draws a text that is read from bottom to top, with its middle at y. */
    Drawing verticalText(String style, double x, double y, String text) {
        String turn = format("translate(%s %s) rotate(-90)", x, y);
        svg.element("text", text, "class", style, "transform", turn, "text-anchor", "middle");
        return this;
    }

    /** Draws a horizontal value axis with its label, and grid lines from {@code top} to {@code bottom}. */
    Drawing valueAxis(String label, Scale scale, double top, double bottom) {
        for (double tick : scale.ticks()) {
            double x = scale.at(tick);
            line("grid", x, top, x, bottom);
            text("tick", "middle", x, bottom + 16, NumberFormats.plain(tick));
        }
        return text("axis", "middle", (scale.start() + scale.end()) / 2, bottom + 36, label);
    }

    /** Returns the svg element. */
    String svg() {
        return svg.close().toString();
    }

    /** Formats numbers of pixels. */
    static String format(String format, Double... numbers) {
        return format.formatted(Stream.of(numbers).map(MarkupBuilder::pixels).toArray());
    }

    /** Returns the approximate width of a text in pixels. */
    static double width(String text) {
        return text.length() * 7;
    }

    /** Returns the approximate width of the longest text in pixels. */
    static double widest(Stream<String> texts) {
        return texts.mapToDouble(Drawing::width).max().orElse(0);
    }
}

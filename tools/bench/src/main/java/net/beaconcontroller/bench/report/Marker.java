package net.beaconcontroller.bench.report;

/** The shapes of data points, which distinguish series without colors. */
enum Marker {
    CIRCLE("M-4 0 A4 4 0 1 0 4 0 A4 4 0 1 0 -4 0 Z"),
    SQUARE("M-3.6 -3.6 H3.6 V3.6 H-3.6 Z"),
    TRIANGLE("M0 -4.8 L4.6 3.6 H-4.6 Z"),
    DIAMOND("M0 -5 L5 0 L0 5 L-5 0 Z"),
    CROSS("M-4 -4 L4 4 M-4 4 L4 -4"),
    DOWN("M0 4.8 L4.6 -3.6 H-4.6 Z");

    private final String path;

    Marker(String path) {
        this.path = path;
    }

    /** Returns the shape of a series. */
    static Marker of(String style) {
        return style.startsWith("s") ? values()[Integer.parseInt(style.substring(1)) % values().length] : CIRCLE;
    }

    /** Returns the SVG path of the shape around the origin. */
    String path() {
        return path;
    }
}

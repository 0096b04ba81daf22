package net.beaconcontroller.bench.report;

/** An SVG chart. */
sealed interface Plot permits BarChart, LineChart, PercentileChart {
    /** Returns the svg element. */
    String svg();
}

package net.beaconcontroller.bench.report;

/** An SVG chart. */
public sealed interface Plot permits BarChart, LineChart, PercentileChart {
    /** Returns the svg element, whose style is that of the page. */
    String svg();

    /** Returns the content of an SVG file, with the style of the reports. */
    default String file() {
        String svg = svg();
        int content = svg.indexOf('>') + 1;
        return svg.substring(0, content)
                + "<style>svg { background: var(--paper) }" + ReportPage.style() + "</style>"
                + svg.substring(content)
                + "\n";
    }
}

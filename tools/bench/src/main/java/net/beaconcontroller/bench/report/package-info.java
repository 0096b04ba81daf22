/**
 * Reports of measurements: text tables, CSV and JSON files, and an HTML page with the plots of the papers. Start
 * reading at {@link net.beaconcontroller.bench.report.ResultsFolder}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Plots are drawn by the code of the project</b>, a few hundred lines that write SVG. A report is one file that
 * needs neither network nor scripts, and the libraries for that are larger than Beacon.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.bench.report;

import org.jspecify.annotations.NullMarked;

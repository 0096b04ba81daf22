/**
 * Reports of measurements: text tables, CSV and JSON files, and an HTML page with the plots of the papers. Start
 * reading at {@link net.beaconcontroller.bench.report.ResultsFolder}.
 */
@NullMarked
package net.beaconcontroller.bench.report;

import org.jspecify.annotations.NullMarked;

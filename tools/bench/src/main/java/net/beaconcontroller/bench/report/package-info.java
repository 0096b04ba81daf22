/**
 * What a person and a program get to read of measurements: tables, files, and a page with the papers' plots. Start reading at
 * {@link net.beaconcontroller.bench.report.ResultsFolder}.
 */
@NullMarked
package net.beaconcontroller.bench.report;

import org.jspecify.annotations.NullMarked;

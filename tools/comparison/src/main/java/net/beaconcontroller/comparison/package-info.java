/**
 * The published comparison of controllers: measures a matrix of controllers and loads, keeps each measurement as a row
 * of data, and fills the tables and plots of the pages from the data.
 *
 * <pre>
 *  Matrix, by Measurements  ->  Data (rows, as JSON and CSV)  ->  Cell (median, least, most)  ->  Pages
 * </pre>
 *
 * The pages can be written without measuring, so that their numbers are those of the data.
 */
@NullMarked
package net.beaconcontroller.comparison;

import org.jspecify.annotations.NullMarked;

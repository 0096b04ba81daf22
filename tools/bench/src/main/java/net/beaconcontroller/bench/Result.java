package net.beaconcontroller.bench;

import java.util.Optional;

/**
 * The outcome of one measurement of a point.
 *
 * @param repeat the number of the repeat, from 1
 * @param metrics the metrics; empty if the measurement failed
 * @param failure the reason of the failure; empty if it succeeded
 */
public record Result(Point point, int repeat, Optional<Metrics> metrics, String failure) {}

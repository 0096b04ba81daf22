package net.beaconcontroller.bench;

import java.util.Optional;

/**
 * One measurement of a point, or the attempt at one.
 *
 * @param repeat 1 for the first time that the point is measured
 * @param figures empty if it failed
 * @param failure why; empty if it did not
 */
public record Result(Point point, int repeat, Optional<Metrics> figures, String failure) {}

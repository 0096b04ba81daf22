package net.beaconcontroller.bench;

import java.util.Optional;

/**
 * The outcome of one measurement of a point.
 *
 * @param repeat the number of the repeat, from 1
 * @param transport the transport that Beacon reported when it started; empty for other controllers
 * @param metrics the metrics; empty if the measurement failed
 * @param failure the reason of the failure; empty if it succeeded
 */
public record Result(Point point, int repeat, Optional<String> transport, Optional<Metrics> metrics, String failure) {}

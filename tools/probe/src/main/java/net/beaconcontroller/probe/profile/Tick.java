package net.beaconcontroller.probe.profile;

/**
 * The state of a run, about once per second.
 *
 * @param step the number of the step, from 1
 * @param rate its intended rate
 * @param sentPerSecond the rate since the last tick
 * @param answeredPerSecond the rate of answers since the last tick
 * @param medianMicros the median latency since the last tick
 * @param percentile99Micros the 99th percentile since the last tick
 * @param lost the packet-ins lost since the begin
 * @param closed the connections that ended since the begin
 */
public record Tick(
        int step,
        double rate,
        double sentPerSecond,
        double answeredPerSecond,
        double medianMicros,
        double percentile99Micros,
        long lost,
        int closed) {}

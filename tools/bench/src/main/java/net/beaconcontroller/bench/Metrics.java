package net.beaconcontroller.bench;

import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * What was measured. Counts are of the whole run, warm-up included; rates, times and latencies of what came after it.
 *
 * @param packetIns sent
 * @param answered packet-ins that were answered, by a flow-mod or a packet-out
 * @param flowMods that came
 * @param packetOuts that came
 * @param lost packet-ins without an answer when the run had ended and no more came
 * @param duplicated messages that answered a packet-in which was answered already in the same way
 * @param reordered messages that answered a packet-in which came before that of the last of the same kind
 * @param unknown flow-mods and packet-outs that belong to no packet-in
 * @param answersPerSecond answered packet-ins a second
 * @param cpuMicros CPU time of the controller for each answered packet-in, microseconds
 * @param latency nanoseconds from a packet-in to its answer; where the load has a rate, from when it was due
 */
public record Metrics(
        long packetIns,
        long answered,
        long flowMods,
        long packetOuts,
        long lost,
        long duplicated,
        long reordered,
        long unknown,
        double answersPerSecond,
        OptionalDouble cpuMicros,
        Optional<Histogram> latency) {}

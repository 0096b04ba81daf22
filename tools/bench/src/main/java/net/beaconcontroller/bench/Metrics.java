package net.beaconcontroller.bench;

import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * The metrics of a measurement. Counts include the warm-up; rates, pauses, CPU time and latency do not.
 *
 * @param packetIns packet-ins sent
 * @param answered packet-ins answered by a flow-mod or packet-out
 * @param flowMods flow-mods received
 * @param packetOuts packet-outs received
 * @param lost packet-ins without an answer at the end
 * @param duplicated answers of a kind that the packet-in already had
 * @param reordered answers to an earlier packet-in than the previous answer of the same kind
 * @param unknown flow-mods and packet-outs that match no packet-in
 * @param answersPerSecond answered packet-ins per second
 * @param longestPauseNanos the longest time between two reads of answers of one switch, in nanoseconds
 * @param cpuMicros CPU time of the controller per answered packet-in, in microseconds
 * @param residentMebibytes resident memory of the controller at the end, in MiB
 * @param latency nanoseconds from the packet-in to its answer; with a constant rate, from its scheduled time
 * @param tls the version of TLS and the cipher suite; empty for plain text
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
        long longestPauseNanos,
        OptionalDouble cpuMicros,
        OptionalDouble residentMebibytes,
        Optional<Histogram> latency,
        Optional<String> tls) {}

package net.beaconcontroller.topology;

/**
 * Counts of received LLDP and probe frames since the start, by outcome. Rejected frames are ignored.
 *
 * @param accepted recent probes of this controller that arrived at another port
 * @param unrecognized LLDP frames of other devices
 * @param malformed truncated probes and malformed LLDP frames
 * @param forged probes with an invalid signature
 * @param replayed probes that are too old, or were received before
 * @param implausible probes that would imply a link from a port to itself, or between two edges with hosts
 */
public record ProbeCounters(
        long accepted, long unrecognized, long malformed, long forged, long replayed, long implausible) {}

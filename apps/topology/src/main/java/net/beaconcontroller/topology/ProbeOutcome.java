package net.beaconcontroller.topology;

/** The outcome of receiving an LLDP or probe frame. Only accepted probes change the topology. */
public enum ProbeOutcome implements ProbeFormat.ReadResult {
    /** A recent probe of this controller that arrived at another port. */
    ACCEPTED,
    /** LLDP of another device. */
    UNRECOGNIZED,
    /** A truncated probe, or malformed LLDP. */
    MALFORMED,
    /** A probe with an invalid signature. */
    FORGED,
    /** A probe that is too old, or was received before. */
    REPLAYED,
    /** A probe that would imply a link from a port to itself, or between two edges with hosts. */
    IMPLAUSIBLE
}

package net.beaconcontroller.topology;

import net.beaconcontroller.net.Words;

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
    /** A probe with a valid signature and another destination address than it was sent to. */
    MISADDRESSED,
    /** A probe that returned at the port that sent it. */
    LOOPED,
    /** A probe that would imply a link to a port that has been an edge, with a host, for some time. */
    PROVEN_EDGE,
    /** A probe that would imply a second direct link of a port. */
    SECOND_PEER,
    /** A probe that would imply a direct link with an implausible latency: hosts may have relayed it. */
    SLOW,
    /** A probe that would imply more indirect links of a port than are used as paths. */
    TOO_MANY;

    /** Returns the name as text, such as {@code proven edge}. */
    String text() {
        return Words.spaced(this);
    }
}

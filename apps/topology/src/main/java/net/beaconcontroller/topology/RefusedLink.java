package net.beaconcontroller.topology;

/**
 * A link that probes show and that is not used as a path, because hosts may have relayed the probes. Frames that are
 * sent out of one of its ports can arrive at the other all the same.
 *
 * @param reason {@link ProbeOutcome#PROVEN_EDGE}, {@link ProbeOutcome#SECOND_PEER}, {@link ProbeOutcome#SLOW} or {@link
 *     ProbeOutcome#TOO_MANY}
 */
public record RefusedLink(Link link, ProbeOutcome reason) {}

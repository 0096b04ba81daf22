package net.beaconcontroller.topology;

/**
 * A link that probes show and that is not used as a path, because hosts may have relayed the probes. Frames that are
 * sent out of one of its ports can arrive at the other all the same. A port that returns its own frames has a link to
 * itself.
 *
 * @param reason {@link ProbeOutcome#PROVEN_EDGE}, {@link ProbeOutcome#SECOND_PEER}, {@link ProbeOutcome#SLOW}, {@link
 *     ProbeOutcome#TOO_MANY} or {@link ProbeOutcome#LOOPED}
 */
public record RefusedLink(Link link, ProbeOutcome reason) {
    static RefusedLink loop(SwitchPort at, Link.Kind kind) {
        return new RefusedLink(new Link(at, at, kind), ProbeOutcome.LOOPED);
    }

    boolean isLoop() {
        return reason == ProbeOutcome.LOOPED;
    }

    /** Without the reason, whose hash code differs in each JVM. */
    @Override
    public int hashCode() {
        return link.hashCode();
    }
}

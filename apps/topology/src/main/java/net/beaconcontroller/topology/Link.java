package net.beaconcontroller.topology;

import java.util.Comparator;
import java.util.List;

/**
 * A unidirectional link between two switch ports. Most links exist in pairs, together with the {@link #reversed} link.
 */
public record Link(SwitchPort from, SwitchPort to, Kind kind) {
    /** Orders links by source port, then by destination port, then by kind. */
    static final Comparator<Link> ORDER =
            Comparator.comparing(Link::from).thenComparing(Link::to).thenComparing(Link::kind);

    /** Whether the link passes switches that this controller does not control. */
    public enum Kind {
        /**
         * A cable, or a device that forwards all frames transparently. No host is attached in between. LLDP detects it.
         */
        DIRECT,
        /** A path across such switches, to which hosts may be attached. A broadcast detects it. */
        INDIRECT
    }

    boolean isDirect() {
        return kind == Kind.DIRECT;
    }

    /** Returns both endpoints, the source first. */
    List<SwitchPort> ends() {
        return List.of(from, to);
    }

    /** Returns the link in the opposite direction, whether or not it exists. */
    public Link reversed() {
        return new Link(to, from, kind);
    }

    /** Without the kind, whose hash code differs in each JVM: the order of sets of links would differ, too. */
    @Override
    public int hashCode() {
        return 31 * from.hashCode() + to.hashCode();
    }

    @Override
    public String toString() {
        return from + (isDirect() ? " -> " : " ~> ") + to;
    }
}

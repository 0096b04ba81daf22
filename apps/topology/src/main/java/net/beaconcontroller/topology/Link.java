package net.beaconcontroller.topology;

import java.util.Comparator;

/** A way that frames take from one switch to another, in one direction; most have their {@link #reversed} one beside them. */
public record Link(SwitchPort from, SwitchPort to, Kind kind) {
    /** By the ports they begin at, and then by those they end at. */
    static final Comparator<Link> ORDER =
            Comparator.comparing(Link::from).thenComparing(Link::to).thenComparing(Link::kind);

    /** How the two ports are joined. */
    public enum Kind {
        /** By a cable, or what looks like one: no host is between them. */
        DIRECT,
        /** By switches that this controller does not have, which hosts may be attached to as well. */
        FOREIGN
    }

    /** The way back, whether or not there is one. */
    public Link reversed() {
        return new Link(to, from, kind);
    }

    @Override
    public String toString() {
        return from + (kind == Kind.DIRECT ? " -> " : " ~> ") + to;
    }
}

package net.beaconcontroller.routing;

import net.beaconcontroller.topology.SwitchPort;

/**
 * Decides which edges of the network may exchange packets. {@link Forwarding} applies it to floods, and to broadcasts
 * that are sent to a known host. Unicast packets are for a listener of the stage FILTER to decide. When it changes,
 * call {@link Forwarding#forget} for the ports. Thread-safe.
 */
@FunctionalInterface
public interface ReachFilter {
    /** Lets all edges exchange packets. */
    ReachFilter ALL = (_, _) -> true;

    /** Returns whether packets that were received at an edge may be sent out of another one. */
    boolean mayReach(SwitchPort from, SwitchPort to);
}

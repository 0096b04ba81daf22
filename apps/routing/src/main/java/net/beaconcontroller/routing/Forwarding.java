package net.beaconcontroller.routing;

import java.util.Map;
import net.beaconcontroller.topology.SwitchPort;

/** The forwarding application: an OSGi service. All methods may be called from any thread. */
public interface Forwarding {
    /** Returns how many packet-ins had each outcome, since the start. */
    Map<ForwardingOutcome, Long> counters();

    /** Returns the number of installed paths over several switches. */
    int pathCount();

    /** Returns the number of packets that wait, for up to three seconds, for a decision whether to forward them. */
    int heldCount();

    /** Sets the filter of floods, and of broadcasts that are sent to a known host, in place of the present one. */
    void setReachFilter(ReachFilter filter);

    /** Removes the flows and paths from and to a port, so that their next packets are decided again. */
    void forget(SwitchPort port);
}

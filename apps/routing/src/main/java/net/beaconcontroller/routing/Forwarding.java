package net.beaconcontroller.routing;

import java.util.Map;

/** What becomes of packets that no switch has a flow for. A service; all methods may be called from any thread. */
public interface Forwarding {
    /** Returns how many packet-ins had each outcome, since the start. */
    Map<ForwardingOutcome, Long> counters();

    /** How many paths over several switches are installed. */
    int pathCount();
}

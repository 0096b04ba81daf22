package net.beaconcontroller.routing;

import java.util.Map;

/** Statistics of the forwarding application: an OSGi service. All methods may be called from any thread. */
public interface Forwarding {
    /** Returns how many packet-ins had each outcome, since the start. */
    Map<ForwardingOutcome, Long> counters();

    /** Returns the number of installed paths over several switches. */
    int pathCount();
}

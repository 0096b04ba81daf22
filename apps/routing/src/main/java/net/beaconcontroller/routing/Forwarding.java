package net.beaconcontroller.routing;

/** What becomes of packets that no switch has a flow for. A service; all methods may be called from any thread. */
public interface Forwarding {
    ForwardingCounters counters();

    /** How many paths over several switches are installed. */
    int pathCount();
}

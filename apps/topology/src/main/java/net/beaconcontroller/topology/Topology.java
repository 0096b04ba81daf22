package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.Optional;

/** How the switches are joined, as far as it has been found out. A service; all methods may be called from any thread. */
public interface Topology {
    /** What is known now: a whole that does not change. What has changed since is in the next. */
    TopologySnapshot snapshot();

    /**
     * How long a frame is on its way over a link: measured with each probe, less what the controller's own connections to the
     * two switches take; the least of the last ones. Empty until there was one, and where the link is gone.
     */
    Optional<Duration> latency(Link link);

    /**
     * Says that a host has been heard at a port. Two ports that have been edges for ten seconds and have hosts are not joined
     * by a link, whoever says so, until one of them has been down: so hosts cannot pretend that there is one by passing
     * on the probes that they hear.
     */
    void hostHeard(SwitchPort at);

    /** What became of the probes that came in. */
    ProbeCounters probeCounters();
}

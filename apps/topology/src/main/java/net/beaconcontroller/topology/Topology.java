package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.packet.Ethernet;

/** The discovered topology: an OSGi service. All methods may be called from any thread. */
public interface Topology {
    /** Returns the current snapshot, which is immutable. Later changes appear in later snapshots. */
    TopologySnapshot snapshot();

    /**
     * Returns the one-way latency of a link: the transit time of a probe less half the round-trip time of the
     * controller's connection to each of the two switches; the minimum of the last eight probes. Empty if the link does
     * not exist.
     */
    Optional<Duration> latency(Link link);

    /**
     * Reports a host at a port. A direct link between two ports that have been edges for ten seconds, and at both of
     * which hosts were reported, is rejected until one of the two ports goes down. This prevents hosts from faking a
     * link by relaying probes.
     */
    void hostSeen(SwitchPort at);

    /**
     * Returns whether frames of this EtherType can be probes, which observers of packet-ins receive too: LLDP, or local
     * experimental EtherType 1.
     */
    static boolean mayBeProbe(int ethernetType) {
        return ethernetType == Ethernet.TYPE_LLDP || ethernetType == ProbeFormat.TYPE_BROADCAST;
    }

    /** Returns the number of received probes by outcome, since the start. */
    Map<ProbeOutcome, Long> probeCounters();
}

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
     * Reports a host at a port. A port that has been an edge, and at which a host was reported, is a <em>proven
     * edge</em> ten seconds later, and until it goes down. No direct link to a proven edge is accepted, and no indirect
     * link between two of them. This prevents hosts from faking a link by relaying probes.
     */
    void hostSeen(SwitchPort at);

    /**
     * Reports that a flooded frame has returned at an edge, which is probed for the edge from which it came. Probes
     * that are requested more often than four times a second are not sent.
     */
    void loopSuspected(SwitchPort at);

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

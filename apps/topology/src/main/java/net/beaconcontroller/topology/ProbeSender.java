package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.List;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.structure.Port;

/**
 * Sends probes out of the ports of switches. Many ports are probed in slices, so that other switches of the loop have
 * their turn. Its methods are called on the loop of the switch.
 */
final class ProbeSender {
    /** Every third round also probes the edges for indirect links. */
    static final int ROUNDS_PER_BROADCAST = 3;

    /** The number of ports that are probed before other switches of the loop have their turn. */
    static final int PORTS_PER_SLICE = 64;

    static final Duration SLICE_PAUSE = Duration.ofMillis(1);

    private final ProbeFormat format;
    private final Duration round;
    private final ProbedPorts probedPorts;
    private final TopologyThread topologyThread;

    /** @param round the interval between two probes of a port */
    ProbeSender(ProbeFormat format, Duration round, ProbedPorts probedPorts, TopologyThread topologyThread) {
        this.format = format;
        this.round = round;
        this.probedPorts = probedPorts;
        this.topologyThread = topologyThread;
    }

    /** Probes all ports of a switch at intervals; those of different switches are spread over time. */
    void startRounds(Switch sw) {
        Duration offset = round.dividedBy(16).multipliedBy(Math.floorMod(Long.hashCode(sw.datapathId()), 16));
        sw.after(round.plus(offset), () -> probeRound(sw, 1));
    }

    private void probeRound(Switch sw, int number) {
        List<Long> ports = sw.ports().stream()
                .map(Port::number)
                .filter(PortNumber::isStandard)
                .toList();
        int slices = Math.ceilDiv(Math.max(ports.size(), 1), PORTS_PER_SLICE);
        probeRound(sw, number, ports, round.dividedBy(slices));
    }

    private void probeRound(Switch sw, int number, List<Long> ports, Duration pause) {
        if (topologyThread.isStopped()) {
            return;
        }
        probeSlice(sw, ports, number % ROUNDS_PER_BROADCAST == 0);
        List<Long> rest = rest(ports);
        sw.after(pause, () -> {
            if (rest.isEmpty()) {
                probeRound(sw, number + 1);
            } else {
                probeRound(sw, number, rest, pause);
            }
        });
    }

    /** Probes ports at once, but leaves other switches their turn after each slice. */
    void probeNow(Switch sw, List<Long> ports) {
        probeSlice(sw, ports, true);
        List<Long> rest = rest(ports);
        if (!rest.isEmpty()) {
            sw.after(SLICE_PAUSE, () -> probeNow(sw, rest));
        }
    }

    /** @param broadcast whether to send broadcast probes out of edges and looped ports, too */
    private void probeSlice(Switch sw, List<Long> ports, boolean broadcast) {
        TopologySnapshot now = topologyThread.snapshot();
        PortSet edges = now.edges(sw.datapathId());
        PortSet looped = now.looped(sw.datapathId());
        slice(ports).forEach(port -> probe(sw, port, broadcast && (edges.contains(port) || looped.contains(port))));
    }

    static <T> List<T> slice(List<T> ports) {
        return ports.subList(0, Math.min(PORTS_PER_SLICE, ports.size()));
    }

    static <T> List<T> rest(List<T> ports) {
        return ports.subList(Math.min(PORTS_PER_SLICE, ports.size()), ports.size());
    }

    /** Sends a direct probe, and optionally an indirect one, if the port is up. */
    void probe(Switch sw, long number, boolean broadcast) {
        Port port = sw.port(number).filter(Port::isUp).orElse(null);
        if (port == null || topologyThread.isStopped()) {
            return;
        }
        send(sw, port, Link.Kind.DIRECT);
        if (broadcast) {
            send(sw, port, Link.Kind.INDIRECT);
        }
    }

    private void send(Switch sw, Port port, Link.Kind kind) {
        var probe = new Probe(kind, new SwitchPort(sw.datapathId(), port.number()), topologyThread.nowNanos());
        if (kind == Link.Kind.INDIRECT) {
            probedPorts.broadcastSent(probe);
        }
        sw.send(PacketOut.of(Bytes.of(format.frame(probe, port.address())), port.number()));
    }
}

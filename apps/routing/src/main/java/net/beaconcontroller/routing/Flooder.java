package net.beaconcontroller.routing;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import net.beaconcontroller.topology.TopologySnapshot.FloodPorts;

/**
 * Flooding of frames to all hosts of a connected component. The controller sends the frame to each edge by packet-outs,
 * so it never crosses a link between switches: there are no loops in any topology, and each host receives the frame
 * once. Flood rates are limited for each ingress port and in total. Thread-safe.
 */
final class Flooder {
    /** The maximum numbers of floods per second. */
    record Rates(int perPort, int all) {
        static final Rates DEFAULT = new Rates(100, 2_000);
        private static final int MAX = 1_000_000;

        static Rates of(ApplicationSettings settings) {
            return new Rates(
                    settings.integer(
                            "port-flood-rate",
                            DEFAULT.perPort,
                            1,
                            MAX,
                            "maximum floods per second of packets from one port"),
                    settings.integer(
                            "flood-rate", DEFAULT.all, 1, MAX, "maximum floods per second of packets from all ports"));
        }
    }

    /** Bounds the memory for the token buckets of ports. */
    private static final int MAX_PORTS = 100_000;

    private final Controller controller;
    private final EnumCounters<ForwardingOutcome> counters;
    private final FloodDeduplicator deduplicator = new FloodDeduplicator();
    private final Map<SwitchPort, TokenBucket> perPort = new ConcurrentHashMap<>();
    private final Rates rates;
    private final TokenBucket all;

    Flooder(Controller controller, Rates rates, EnumCounters<ForwardingOutcome> counters) {
        this.controller = controller;
        this.rates = rates;
        this.all = new TokenBucket(rates.all, System.nanoTime());
        this.counters = counters;
    }

    /** Returns whether the packet-in contains the whole frame, so that another switch can send it. */
    static boolean isComplete(PacketInContext in) {
        return in.frameLength() >= in.totalLength();
    }

    /**
     * Sends a frame to all edges outside the broadcast domain of its ingress port.
     *
     * @param isAttached whether the source is known to be attached to the ingress port. Such a frame is never a
     *     duplicate: the host may have just moved there
     */
    void flood(TopologySnapshot topology, SwitchPort from, boolean isAttached, PacketInContext in) {
        if (!isComplete(in)) {
            counters.increment(ForwardingOutcome.TRUNCATED);
            return;
        }
        long now = in.receivedNanos();
        if (deduplicator.isDuplicate(in.array(), in.frameOffset(), in.frameLength(), from, now) && !isAttached) {
            counters.increment(ForwardingOutcome.DUPLICATE);
            return;
        }
        if (!bucket(from, now).tryTake(now) || !all.tryTake(now)) {
            counters.increment(ForwardingOutcome.RATE_LIMITED);
            return;
        }
        counters.increment(ForwardingOutcome.FLOODED);
        Bytes frame = Bytes.of(in.array(), in.frameOffset(), in.frameLength());
        SwitchPort excluded = topology.designatedPort(from);
        for (FloodPorts ports : topology.floodPorts(from.datapathId())) {
            List<Action> outputs = ports.ports().stream()
                    .filter(port -> ports.datapathId() != excluded.datapathId() || port != excluded.port())
                    .<Action>map(Action.Output::new)
                    .toList();
            if (!outputs.isEmpty()) {
                send(ports.datapathId(), frame, outputs);
            }
        }
    }

    private TokenBucket bucket(SwitchPort from, long now) {
        if (perPort.size() > MAX_PORTS) {
            perPort.clear();
        }
        return perPort.computeIfAbsent(from, _ -> new TokenBucket(rates.perPort, now));
    }

    /** Sends a frame out of one port. */
    void send(SwitchPort to, Bytes frame) {
        send(to.datapathId(), frame, List.of(new Action.Output(to.port())));
    }

    private void send(long datapathId, Bytes frame, List<Action> actions) {
        controller
                .switchOf(datapathId)
                .ifPresent(sw -> sw.send(new PacketOut(PacketIn.NO_BUFFER, PortNumber.CONTROLLER, actions, frame)));
    }
}

package net.beaconcontroller.routing;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import net.beaconcontroller.topology.TopologySnapshot.FloodPorts;

/**
 * Brings frames to all hosts of an island. The controller hands a frame to each edge itself, so that it never passes a
 * link between switches: nothing can go round in circles, whatever the topology, and each host hears it once. Rates are
 * bounded, for each port that frames come in on and for all. Safe for use by several threads.
 */
final class Flooder {
    /** How many floods a second there may be at most. */
    record Rates(int perPort, int all) {
        static final Rates USUAL = new Rates(100, 2_000);
        private static final int MOST = 1_000_000;

        static Rates of(ApplicationSettings settings) {
            return new Rates(
                    settings.integer(
                            "port-flood-rate", USUAL.perPort, 1, MOST, "floods a second for one port's packets"),
                    settings.integer("flood-rate", USUAL.all, 1, MOST, "floods a second for all"));
        }
    }

    /** So that ports which come and go do not fill the memory. */
    private static final int MAX_PORTS = 100_000;

    private final Controller controller;
    private final EnumCounters<ForwardingOutcome> counters;
    private final FloodDeduplicator guard = new FloodDeduplicator();
    private final Map<SwitchPort, TokenBucket> perPort = new ConcurrentHashMap<>();
    private final Rates rates;
    private final TokenBucket all;

    Flooder(Controller controller, Rates rates, EnumCounters<ForwardingOutcome> counters) {
        this.controller = controller;
        this.rates = rates;
        this.all = new TokenBucket(rates.all, System.nanoTime());
        this.counters = counters;
    }

    /** Whether the switch sent all of the packet, so that it can leave at another switch. */
    static boolean isWhole(PacketInContext in) {
        return in.frameLength() >= in.totalLength();
    }

    /**
     * Sends a packet that came in at an edge to all other edges, but those of the same domain.
     *
     * @param isAtHome whether its host is known to be there, so that it has not come back in a circle: it may have
     *     moved just now
     */
    void flood(TopologySnapshot topology, SwitchPort from, boolean isAtHome, PacketInContext in) {
        if (!isWhole(in)) {
            counters.increment(ForwardingOutcome.TRUNCATED);
            return;
        }
        long now = in.receivedNanos();
        if (guard.isBack(in.array(), in.frameOffset(), in.frameLength(), from, now) && !isAtHome) {
            counters.increment(ForwardingOutcome.DUPLICATE);
            return;
        }
        if (!bucket(from, now).take(now) || !all.take(now)) {
            counters.increment(ForwardingOutcome.RATE_LIMITED);
            return;
        }
        counters.increment(ForwardingOutcome.FLOODED);
        Bytes frame = Bytes.of(in.array(), in.frameOffset(), in.frameLength());
        SwitchPort speaker = topology.designatedPort(from);
        for (FloodPorts ports : topology.floodPorts(from.datapathId())) {
            List<Action> outputs = ports.ports().stream()
                    .filter(port -> ports.datapathId() != speaker.datapathId() || port != speaker.port())
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

    /** Has a frame leave at one port. */
    void send(SwitchPort to, Bytes frame) {
        send(to.datapathId(), frame, List.of(new Action.Output(to.port())));
    }

    private void send(long datapathId, Bytes frame, List<Action> actions) {
        controller
                .switchOf(datapathId)
                .ifPresent(sw -> sw.send(new PacketOut(
                        net.beaconcontroller.openflow.message.PacketIn.NO_BUFFER, PortNumber.CONTROLLER, actions, frame)));
    }
}

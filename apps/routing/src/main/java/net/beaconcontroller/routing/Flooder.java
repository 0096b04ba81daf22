package net.beaconcontroller.routing;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.SingleThreadExecutor;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.routing.FloodDeduplicator.Earlier;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import net.beaconcontroller.topology.TopologySnapshot.FloodPorts;

/**
 * Sends the frames that do not belong to one known host: floods to all hosts of a connected component, and copies to
 * those hosts that a broadcast is for. The controller sends a flooded frame to each edge by packet-outs, so it never
 * crosses a link between switches: floods do not loop in any topology, and each host receives the frame once.
 *
 * <p>Each ingress port has a budget, and all floods together have another, which ports share fairly ({@link
 * FloodQueue}). Frames that resolve addresses, without which hosts cannot communicate, and multicasts, which can be
 * many, have budgets of their own.
 */
final class Flooder implements AutoCloseable {
    /** The maximum numbers of frames per second; floods that resolve addresses are counted separately. */
    record Rates(int floodsPerPort, int floods, int multicastsPerPort, int multicasts, int copiesPerPort) {
        static final Rates DEFAULT = new Rates(100, 2_000, 100, 2_000, 1_000);
        private static final int MAX = 1_000_000;

        static Rates of(ApplicationSettings settings) {
            return new Rates(
                    settings.integer(
                            "port-flood-rate",
                            DEFAULT.floodsPerPort,
                            1,
                            MAX,
                            "maximum floods per second of packets from one port"),
                    settings.integer(
                            "flood-rate",
                            DEFAULT.floods,
                            1,
                            MAX,
                            "maximum floods per second of packets from all ports, which share it fairly"),
                    settings.integer(
                            "port-multicast-rate",
                            DEFAULT.multicastsPerPort,
                            1,
                            MAX,
                            "maximum multicasts per second from one port; further ones are dropped"),
                    settings.integer(
                            "multicast-rate",
                            DEFAULT.multicasts,
                            1,
                            MAX,
                            "maximum multicasts per second from all ports, which share it fairly"),
                    settings.integer(
                            "port-broadcast-rate",
                            DEFAULT.copiesPerPort,
                            1,
                            MAX,
                            "maximum broadcasts per second from one port that are sent to a known host"));
        }
    }

    /** The kinds of floods, which have separate budgets. */
    private enum Kind {
        RESOLUTION(ForwardingOutcome.RATE_LIMITED),
        MULTICAST(ForwardingOutcome.MULTICAST_LIMITED),
        /** Broadcasts, and packets to unknown hosts. */
        OTHER(ForwardingOutcome.RATE_LIMITED);

        final ForwardingOutcome refused;

        Kind(ForwardingOutcome refused) {
            this.refused = refused;
        }

        static Kind of(Ethernet frame) {
            if (isResolution(frame)) {
                return RESOLUTION;
            }
            long destination = frame.destination();
            return MacAddress.isGroup(destination) && destination != MacAddress.BROADCAST ? MULTICAST : OTHER;
        }

        int ratePerPort(Rates rates) {
            return this == MULTICAST ? rates.multicastsPerPort : rates.floodsPerPort;
        }

        int rate(Rates rates) {
            return this == MULTICAST ? rates.multicasts : rates.floods;
        }
    }

    /** The budgets of one port. */
    private static final class PortBudget {
        private final Map<Kind, TokenBucket> floods = new EnumMap<>(Kind.class);
        private final TokenBucket copies;

        PortBudget(Rates rates, long now) {
            for (Kind kind : Kind.values()) {
                floods.put(kind, new TokenBucket(kind.ratePerPort(rates), now));
            }
            copies = new TokenBucket(rates.copiesPerPort, now);
        }

        TokenBucket floods(Kind kind) {
            return Objects.requireNonNull(floods.get(kind));
        }
    }

    private record Flood(SwitchPort from, Bytes frame, long receivedNanos) {}

    private static final System.Logger LOG = System.getLogger(Flooder.class.getPackageName());

    /** A host repeats a request after a second, so that an older one is not needed any more. */
    private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Controller controller;
    private final Topology topology;
    private final EnumCounters<ForwardingOutcome> counters;
    private final ReachFilter reach;
    private final FloodDeduplicator deduplicator = new FloodDeduplicator();
    /** The budgets of the ports of each switch that have used them. For its loop. */
    private final PerSwitch<Map<Long, PortBudget>> budgets = PerSwitch.of(HashMap::new);

    private final Map<Kind, FloodQueue<Flood>> queues = new EnumMap<>(Kind.class);
    private final Rates rates;
    private final Time time;
    private final SingleThreadExecutor executor;
    /** For the executor's thread. */
    private boolean isScheduled;

    Flooder(
            Controller controller,
            Topology topology,
            ReachFilter reach,
            Rates rates,
            EnumCounters<ForwardingOutcome> counters) {
        this.controller = controller;
        this.topology = topology;
        this.reach = reach;
        this.rates = rates;
        this.counters = counters;
        this.time = controller.threads().time();
        this.executor = controller.threads().newExecutor("beacon-flooding", LOG, Integer.MAX_VALUE);
        for (Kind kind : Kind.values()) {
            queues.put(kind, new FloodQueue<>(kind.rate(rates), time.nanos()));
        }
        executor.start();
    }

    /** Ends the thread that sends held floods. */
    @Override
    public void close() {
        executor.close();
    }

    /** Returns whether hosts resolve addresses with a frame: ARP, Neighbor Discovery and DHCP. */
    private static boolean isResolution(Ethernet frame) {
        Ipv4 ipv4 = frame.ipv4();
        Ipv6 ipv6 = frame.ipv6();
        return frame.type() == Ethernet.TYPE_ARP
                || (ipv4 != null && ipv4.isDhcp())
                || (ipv6 != null && ipv6.neighborDiscovery() != null);
    }

    /**
     * Sends a frame to all edges outside the flood domain of its ingress port, now or when all ports had their turn. A
     * frame that was received before may have returned over a loop.
     *
     * @param isAttached whether the source is known to be attached to the ingress port. Such a frame is not a duplicate
     *     of one from another port: the host may have just moved there
     */
    void flood(TopologySnapshot now, Switch sw, SwitchPort from, boolean isAttached, PacketInContext in) {
        if (in.isTruncated()) {
            counters.increment(ForwardingOutcome.TRUNCATED);
            return;
        }
        long nanos = in.receivedNanos();
        Earlier earlier = receive(from, in);
        if (earlier != Earlier.NOWHERE) {
            topology.loopSuspected(from);
        }
        if (earlier == Earlier.HERE_AT_ONCE || (earlier == Earlier.ELSEWHERE && !isAttached)) {
            counters.increment(ForwardingOutcome.DUPLICATE);
            return;
        }
        Kind kind = Kind.of(in.frame());
        if (!budget(sw, from, nanos).floods(kind).tryTake(nanos)) {
            counters.increment(kind.refused);
            return;
        }
        switch (queue(kind).admit(from, () -> new Flood(from, frame(in), nanos), nanos)) {
            case NOW -> send(now, from, frame(in));
            case LATER -> executor.execute(this::schedule);
            case REFUSED -> counters.increment(kind.refused);
        }
    }

    private Earlier receive(SwitchPort at, PacketInContext in) {
        return deduplicator.receive(in.array(), in.frameOffset(), in.frameLength(), at, in.receivedNanos());
    }

    /** Returns whether a frame was not received at another port within two seconds, and remembers it. */
    boolean isFirst(SwitchPort at, PacketInContext in) {
        return receive(at, in) != Earlier.ELSEWHERE;
    }

    /** Returns whether a frame was received at another port, and perhaps flooded, within two seconds. */
    boolean isDuplicate(SwitchPort from, PacketInContext in) {
        return deduplicator.find(in.array(), in.frameOffset(), in.frameLength(), from, in.receivedNanos())
                == Earlier.ELSEWHERE;
    }

    /** Returns a copy of the frame. */
    static Bytes frame(PacketInContext in) {
        return Bytes.of(in.array(), in.frameOffset(), in.frameLength());
    }

    private FloodQueue<Flood> queue(Kind kind) {
        return Objects.requireNonNull(queues.get(kind));
    }

    private PortBudget budget(Switch sw, SwitchPort from, long now) {
        return budgets.of(sw).computeIfAbsent(from.port(), _ -> new PortBudget(rates, now));
    }

    /** Forgets the budgets of a port that the switch does not have any more. On the loop of the switch. */
    void portRemoved(Switch sw, long port) {
        budgets.of(sw).remove(port);
    }

    /** Schedules the next held flood. On the executor's thread. */
    private void schedule() {
        long now = time.nanos();
        long next = queues.values().stream()
                .mapToLong(queue -> queue.nanosToNext(now))
                .min()
                .orElseThrow();
        if (!isScheduled && next != Long.MAX_VALUE) {
            isScheduled = true;
            executor.schedule(next, this::sendHeld);
        }
    }

    private void sendHeld() {
        isScheduled = false;
        queues.forEach(this::sendHeld);
        schedule();
    }

    private void sendHeld(Kind kind, FloodQueue<Flood> queue) {
        long now = time.nanos();
        for (Flood flood = queue.poll(now); flood != null; flood = queue.poll(now)) {
            if (now - flood.receivedNanos > MAX_AGE_NANOS) {
                counters.increment(kind.refused);
            } else {
                send(topology.snapshot(), flood.from, flood.frame);
            }
        }
    }

    private void send(TopologySnapshot now, SwitchPort from, Bytes frame) {
        counters.increment(ForwardingOutcome.FLOODED);
        SwitchPort excluded = now.floodingPort(from);
        for (FloodPorts ports : now.floodPorts(from.datapathId())) {
            List<Action> outputs = ports.ports().stream()
                    .filter(port -> ports.datapathId() != excluded.datapathId() || port != excluded.port())
                    .filter(port -> reach.mayReach(from, new SwitchPort(ports.datapathId(), port)))
                    .<Action>map(Action.Output::new)
                    .toList();
            if (!outputs.isEmpty()) {
                send(ports.datapathId(), frame, outputs);
            }
        }
    }

    /**
     * Returns whether a broadcast from a port may be sent to a known host, and counts it. On the loop of the switch.
     */
    boolean mayCopy(Switch sw, SwitchPort from, long nowNanos) {
        return budget(sw, from, nowNanos).copies.tryTake(nowNanos);
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

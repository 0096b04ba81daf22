package net.beaconcontroller.routing;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The flows that the hosts at each port of one switch may cause. Beyond its budget, the packets of a port are forwarded
 * by the controller, up to a rate.
 *
 * <p>The flows of a port are estimated: each one that is added counts. Flows expire in the switch without a message, so
 * when the estimate reaches the limit, the controller requests the number; until the switch answers, flows are added. A
 * switch that does not answer is not limited.
 *
 * <p>When the flow table of the switch is full, the port with most flows loses its flows, and for a second no flow is
 * added. Used on the loop of the switch.
 */
final class FlowBudget {
    /**
     * The limits of one port.
     *
     * @param flows the number of flows for packets from the port
     * @param paths the number of paths over several switches that are installed per second
     * @param packetOuts the number of packets per second that are forwarded without a flow
     */
    record Limits(int flows, int paths, int packetOuts) {
        static final Limits DEFAULT = new Limits(20_000, 1_000, 1_000);
        private static final int MAX = 1_000_000;

        static Limits of(ApplicationSettings settings) {
            return new Limits(
                    settings.integer(
                            "port-flows",
                            DEFAULT.flows,
                            1,
                            MAX,
                            "number of flows of packets from one port, above which the controller forwards them"),
                    settings.integer(
                            "port-path-rate",
                            DEFAULT.paths,
                            1,
                            MAX,
                            "paths per second that packets from one port cause; the controller forwards the others"),
                    settings.integer(
                            "port-packet-rate",
                            DEFAULT.packetOuts,
                            1,
                            MAX,
                            "packets per second from one port that the controller forwards without a flow"));
        }
    }

    /** The effects that the budget permits for a packet. */
    enum Grant {
        /** A flow, or a path of flows. */
        FLOW,
        /** The controller forwards it. */
        PACKET_OUT,
        /** It is dropped. */
        NONE
    }

    private static final System.Logger LOG = System.getLogger(FlowBudget.class.getPackageName());

    /** The budgets of ports with higher numbers are not in the array. */
    private static final int MAX_INDEX = 1 << 16;

    /** A port with fewer flows is not the cause of a full table. */
    private static final int MIN_HEAVY = 100;

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time for which a port that lost its flows adds none. */
    private static final long PENALTY_NANOS = TimeUnit.SECONDS.toNanos(FlowEntry.IDLE_TIMEOUT_SECONDS);

    private final Limits limits;
    private final InstalledPaths paths;
    private final Time time;
    private final RateLimitedLog log;
    /** By number. */
    private @Nullable Port[] ports = new Port[64];
    /** Those with numbers from {@link #MAX_INDEX}, such as {@link PortNumber#LOCAL}. */
    private final Map<Long, Port> others = new HashMap<>();
    /** The limit of flows of a port; 0 while the table is full. */
    private int limit;

    private long fullUntilNanos;

    private static final class Port {
        final TokenBucket paths;
        final TokenBucket packetOuts;
        /** At least the number of flows. */
        int flows;

        boolean isCounting;
        boolean isExhausted;
        long exhaustedUntilNanos;

        Port(Limits limits, long nowNanos) {
            paths = new TokenBucket(limits.paths, nowNanos);
            packetOuts = new TokenBucket(limits.packetOuts, nowNanos);
        }

        void exhaust(int count, long untilNanos) {
            flows = count;
            isExhausted = true;
            exhaustedUntilNanos = untilNanos;
        }
    }

    FlowBudget(Limits limits, InstalledPaths paths, Threads threads) {
        this.time = threads.time();
        this.log = new RateLimitedLog(LOG, 1, threads);
        this.limits = limits;
        this.paths = paths;
        this.limit = limits.flows;
    }

    /** Returns what a packet from a port to another port of this switch may cause, and counts it. */
    Grant takeFlow(Switch sw, long number, long nowNanos) {
        Port port = port(number, nowNanos);
        if (port.flows < limit) {
            port.flows++;
            return Grant.FLOW;
        }
        return takeBeyondLimit(sw, number, port, nowNanos);
    }

    /** Returns what a packet from a port to another switch may cause, and counts it. */
    Grant takePath(Switch sw, long number, long nowNanos) {
        Port port = port(number, nowNanos);
        return port.paths.tryTake(nowNanos) ? takeFlow(sw, number, nowNanos) : takePacketOut(port, nowNanos);
    }

    /** Returns whether a packet from a port is forwarded by the controller, and counts it. */
    Grant takePacketOut(long number, long nowNanos) {
        return takePacketOut(port(number, nowNanos), nowNanos);
    }

    private static Grant takePacketOut(Port port, long nowNanos) {
        return port.packetOuts.tryTake(nowNanos) ? Grant.PACKET_OUT : Grant.NONE;
    }

    private Port port(long number, long nowNanos) {
        if (number >= MAX_INDEX) {
            return others.computeIfAbsent(number, _ -> new Port(limits, nowNanos));
        }
        int index = (int) number;
        if (index >= ports.length) {
            ports = Arrays.copyOf(ports, Math.max(index + 1, 2 * ports.length));
        }
        Port port = ports[index];
        if (port == null) {
            port = new Port(limits, nowNanos);
            ports[index] = port;
        }
        return port;
    }

    /** Forgets the budget of a port that the switch does not have any more. */
    void portRemoved(long number) {
        if (number >= MAX_INDEX) {
            others.remove(number);
        } else if (number < ports.length) {
            ports[(int) number] = null;
        }
    }

    private Map<Long, Port> byNumber() {
        var all = new HashMap<>(others);
        for (int number = 0; number < ports.length; number++) {
            Port port = ports[number];
            if (port != null) {
                all.put((long) number, port);
            }
        }
        return all;
    }

    private Grant takeBeyondLimit(Switch sw, long number, Port port, long nowNanos) {
        if (limit == 0 && nowNanos - fullUntilNanos >= 0) {
            limit = limits.flows;
            return takeFlow(sw, number, nowNanos);
        }
        if (limit == 0 || (port.isExhausted && nowNanos - port.exhaustedUntilNanos < 0)) {
            return takePacketOut(port, nowNanos);
        }
        if (!port.isCounting) {
            count(sw, number, port);
        }
        if (port.isExhausted) {
            return takePacketOut(port, nowNanos);
        }
        port.flows = Math.max(port.flows, port.flows + 1);
        return Grant.FLOW;
    }

    /** Asks the switch for the number of flows of a port. In OpenFlow 1.0, that includes flows of others. */
    private void count(Switch sw, long number, Port port) {
        port.isCounting = true;
        boolean hasCookies = sw.version().isAtLeast(Version.OF11);
        var request = new AggregateStats.Request(
                FlowMod.ALL_TABLES,
                PortNumber.ANY,
                GroupNumber.ANY,
                hasCookies ? FlowEntry.COOKIES.first() : 0,
                hasCookies ? FlowEntry.COOKIES.mask() : 0,
                Match.of(Field.IN_PORT.is(number)));
        var _ = sw.request(request).whenComplete((reply, failure) -> {
            port.isCounting = false;
            long count = failure == null ? reply.stats().flows() : 0;
            if (count < limits.flows) {
                port.flows = (int) count;
                port.isExhausted = false;
            } else {
                port.exhaust((int) Math.min(count, Integer.MAX_VALUE), time.nanos() + SECOND_NANOS);
                log.log(
                        Level.WARNING,
                        "%d flows of packets from %s; further packets are forwarded without a flow, up to %d per second"
                                .formatted(count, new SwitchPort(sw.datapathId(), number), limits.packetOuts));
            }
        });
    }

    /** Handles an error of the switch: frees the path whose flow was refused, and makes room if the table is full. */
    void refused(Switch sw, ErrorMessage error) {
        byte[] message = error.data().toArray();
        int cookie = sw.version() == Version.OF10 ? 48 : Header.LENGTH;
        if (message.length < cookie + Long.BYTES
                || Header.type(message, 0) != MessageType.FLOW_MOD.wire(sw.version())
                || !FlowEntry.COOKIES.contains(ByteAccess.getLong(message, cookie))) {
            return;
        }
        paths.refused(sw.datapathId(), ByteAccess.getLong(message, cookie));
        if (error.errorType() == ErrorCode.TABLE_FULL.type(sw.version())
                && error.code() == ErrorCode.TABLE_FULL.code(sw.version())
                && limit > 0) {
            limit = 0;
            fullUntilNanos = time.nanos() + SECOND_NANOS;
            makeRoom(sw);
        }
    }

    /** Deletes the flows of the port that has most of them. */
    private void makeRoom(Switch sw) {
        Map.Entry<Long, Port> heaviest = byNumber().entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().flows))
                .orElse(null);
        int flows = heaviest == null ? 0 : heaviest.getValue().flows;
        Set<InstalledPath> heaviestPaths = paths.heaviest(sw.datapathId());
        String evicted = "";
        if (heaviestPaths.size() >= Math.max(MIN_HEAVY, flows)) {
            evicted = "%d paths from %s"
                    .formatted(
                            heaviestPaths.size(),
                            heaviestPaths.iterator().next().ingress());
            paths.removeAll(heaviestPaths);
        } else if (heaviest != null && flows >= MIN_HEAVY && sw.version().isAtLeast(Version.OF11)) {
            evicted = "the flows of packets from " + new SwitchPort(sw.datapathId(), heaviest.getKey());
            heaviest.getValue().exhaust(Integer.MAX_VALUE, time.nanos() + PENALTY_NANOS);
            sw.send(FlowEntry.COOKIES
                    .delete(sw.version())
                    .match(Field.IN_PORT.is(heaviest.getKey()))
                    .build());
        }
        log.log(
                Level.WARNING,
                "the flow table of switch %s is full%s; packets are forwarded without flows"
                        .formatted(sw, evicted.isEmpty() ? "" : ", deleted " + evicted));
    }
}

package net.beaconcontroller.devices;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.concurrent.TimerQueue;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Removed;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The rules that locate hosts; {@link HostMoves} has those for hosts that appear at another port, and {@link
 * AddressTable} and {@link DhcpTable} have those for their IP addresses. The tables run on one thread and know neither
 * frames nor switches; the clock and the sending of probes are injected, so that tests can simulate years.
 *
 * <ul>
 *   <li>A host is attached to the port at which it is first seen.
 *   <li>When the port is an edge again, the hosts that were detached from it are probed there.
 *   <li>Hosts and addresses have limits per port. A port at its limit makes room by removing the hosts that were
 *       detached from it, the longest detached first.
 *   <li>Replies are not matched to probes. They are learned like all packets, and on timeout the table checks whether
 *       a packet of the host or address was handled since the probe was sent. The time in which messages wait at a busy
 *       switch or controller does not count, because an attacker can cause it.
 * </ul>
 */
final class DeviceTable {
    /** The time without packets after which a device is probed. */
    static final long IDLE_TIMEOUT_NANOS = TimeUnit.HOURS.toNanos(1);

    /** The time after which a detached device is removed. */
    static final long DETACHED_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(5);

    /**
     * The time after which the owner of an IP address or a virtual MAC address is probed if another host claims it. A
     * router that hands the address over answers for a moment after its successor has announced it.
     */
    static final long HAND_OVER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The timeout of other probes: of idle hosts, and of the holders of expired leases. */
    static final long PROBE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time after a decided move during which further ones are ignored: after a rejection, those to its port. */
    static final long HOLD_DOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The maximum number of probes of hosts that may be back at a port. */
    static final int MAX_RETURN_PROBES = 64;

    /**
     * The configured parts of the rules.
     *
     * @param portLimit the maximum number of devices at one port
     * @param moveDelayNanos the time in which a host is expected to return to its port
     * @param dhcpPorts the only ports at which DHCP servers are trusted; empty to learn one for each VLAN
     */
    record Options(int portLimit, long moveDelayNanos, Set<SwitchPort> dhcpPorts) {}

    private final Topology topology;
    private final Prober prober;
    private final Consumer<DeviceEvent> events;
    private final EnumCounters<RejectionReason> rejections;
    private final Time time;
    private final ClockAnchor clock;
    private final Consumer<String> warnings;
    private final DeviceIndex index;
    private final TimerQueue timers = new TimerQueue();
    private final HostMoves moves;
    private final AddressTable addresses;
    private final DhcpTable dhcp;

    /**
     * Creates an empty table.
     *
     * @param warnings logs a message about a rejected observation
     */
    DeviceTable(
            Topology topology,
            Options options,
            Prober prober,
            Consumer<DeviceEvent> events,
            EnumCounters<RejectionReason> rejections,
            Consumer<String> warnings,
            Time time) {
        this.topology = topology;
        this.index = new DeviceIndex(options.portLimit());
        this.prober = prober;
        this.events = events;
        this.rejections = rejections;
        this.time = time;
        this.clock = new ClockAnchor(time.now(), time.nanos());
        this.warnings = warnings;
        this.moves = new HostMoves(this, timers, events, rejections, warnings, options.moveDelayNanos());
        this.addresses = new AddressTable(this, prober, events, rejections, warnings);
        this.dhcp = new DhcpTable(this, options.dhcpPorts(), rejections, warnings);
    }

    DeviceIndex index() {
        return index;
    }

    AddressTable addresses() {
        return addresses;
    }

    DhcpTable dhcp() {
        return dhcp;
    }

    TimerQueue timers() {
        return timers;
    }

    /** Returns whether both ports are in the same broadcast domain, between whose ports a host does not move. */
    static boolean isSameDomain(TopologySnapshot snapshot, @Nullable SwitchPort one, SwitchPort other) {
        return one != null
                && (one.equals(other) || snapshot.designatedPort(one).equals(snapshot.designatedPort(other)));
    }

    /**
     * Handles a sighting of a host that is unknown, or not known to be attached to this port. A host that is unknown
     * shows that a looped port does not only return frames of hosts elsewhere.
     */
    void hostSeen(long key, SwitchPort at, long nanos) {
        Host host = index.host(key);
        if (!isEdge(at)) {
            if (host == null && topology.snapshot().isLooped(at)) {
                topology.hostSeen(at);
            }
            return;
        }
        if (host == null) {
            add(new Host(key, clock, nanos), at, nanos);
            return;
        }
        if (isSameDomain(snapshot(), host.lastPort(), at)) {
            seenAtItsPort(host, at, nanos);
        } else if (host.details.pendingMove == null && !host.isInHoldDown(at, now())) {
            if (host.attachment() != null && !isEdge(host.attachment())) {
                // the event of the topology follows
                detach(host);
            }
            moves.verify(host, at);
        }
    }

    /** Handles the first packet of a host that is unknown, whose source address the host may have. */
    void hostSeen(long key, SwitchPort at, long high, long low, long nanos) {
        hostSeen(key, at, nanos);
        Host host = hostAt(key, at);
        if (host != null && host.takeProbe(key, low, nanos)) {
            addresses.sourceSeen(key, at, high, low);
        }
    }

    /** Handles a sighting of a host by a frame of the proxy, which is the host, or another one at the same port. */
    void proxySeen(long proxy, long key, SwitchPort at, long nanos) {
        if (proxy == key || hostAt(proxy, at) != null) {
            hostSeen(key, at, nanos);
        }
    }

    /** Handles a claim by a host at this port that an IP address is at an unknown MAC address. Sends a probe there. */
    void proxyClaimed(long proxy, SwitchPort at, long key, long high, long low, long nanos) {
        Host from = hostAt(proxy, at);
        if (from != null && index.host(key) == null && from.takeProbe(key, low, nanos)) {
            from.details.proxyProbe = new Host.ProxyProbe(key, high, low, now());
            prober.probe(key, at, high, low);
        }
    }

    /** Handles the reply to a probe with such a claim. */
    void proxyConfirmed(long proxy, SwitchPort at, long key, long high, long low, long nanos) {
        Host from = hostAt(proxy, at);
        Host.ProxyProbe probe = from == null ? null : from.details.proxyProbe;
        boolean isReply = probe != null
                && probe.equals(new Host.ProxyProbe(key, high, low, probe.atNanos()))
                && now() - probe.atNanos() <= PROBE_TIMEOUT_NANOS;
        if (isReply && index.host(key) == null && isEdge(at)) {
            add(new Host(key, clock, nanos, true), at, nanos);
            addresses.claimed(key, at, high, low, nanos);
        }
    }

    private void seenAtItsPort(Host host, SwitchPort at, long nanos) {
        if (host.attachment() == null) {
            moves.reject(host);
            reattach(host, at, nanos);
        } else {
            host.seen(nanos);
        }
    }

    TopologySnapshot snapshot() {
        return topology.snapshot();
    }

    boolean isEdge(SwitchPort port) {
        return snapshot().isEdge(port);
    }

    /** Returns the time. Safe for use by any thread. */
    long now() {
        return time.nanos();
    }

    private void add(Host host, SwitchPort at, long nanos) {
        if (!makeRoom(at, () -> index.hasRoomForHost(at))) {
            logRejected(host.key(), at);
            return;
        }
        index.add(host, at);
        checkIdleAt(host, nanos + IDLE_TIMEOUT_NANOS);
        topology.hostSeen(at);
        events.accept(new Added(host.device()));
    }

    /** Makes room at a port by removing hosts that are detached from it. Returns whether that suffices. */
    boolean makeRoom(SwitchPort at, BooleanSupplier hasRoom) {
        while (!hasRoom.getAsBoolean()) {
            Host detached = index.longestDetachedFrom(at);
            if (detached == null) {
                rejections.increment(RejectionReason.FULL);
                return false;
            }
            remove(detached, Removed.Reason.PORT_FULL);
        }
        return true;
    }

    /** Logs that the limit of devices prevents a host from being learned. */
    void logRejected(long key, SwitchPort at) {
        warnings.accept("device limit reached: %s at %s not learned; %d devices at the port, %d in total; port-limit=%d"
                .formatted(
                        MacAddress.toString(HostKey.mac(key)),
                        at,
                        index.countAt(at),
                        index.hostCount(),
                        index.portLimit()));
    }

    /** Attaches a detached host. */
    void reattach(Host host, SwitchPort at, long nanos) {
        if (attach(host, at)) {
            host.seen(nanos);
            checkIdleAt(host, nanos + IDLE_TIMEOUT_NANOS);
            events.accept(new Attached(host.device()));
        }
    }

    /** Attaches a host to a port, unless the port is at a limit. */
    boolean attach(Host host, SwitchPort at) {
        SwitchPort from = host.attachment();
        if (!at.equals(host.lastPort()) && !makeRoom(at, () -> index.hasRoomFor(host, at))) {
            host.holdDownUntil(now() + HOLD_DOWN_NANOS);
            logRejected(host.key(), at);
            return false;
        }
        index.attach(host, at);
        if (from != null) {
            dhcp.hostLeft(from);
        }
        topology.hostSeen(at);
        return true;
    }

    /**
     * Runs a task when the hosts at a port have had a time to reply to the earlier messages. The time begins
     * when the switch has received these, and at its end, the replies that the switch has sent are handled first.
     */
    void awaitReply(SwitchPort port, long timeoutNanos, Runnable task) {
        prober.afterInput(port, () -> timers.add(now() + timeoutNanos, () -> prober.afterInput(port, task)));
    }

    /** Returns a {@link Host#mark}. The next packet of the host at its attachment is seen since then. */
    long mark(Host host) {
        long mark = host.mark();
        index.lookUpAgain();
        return mark;
    }

    /**
     * Detaches the hosts at ports that stopped being edges, even if the ports are edges again. Those that have been
     * known for the longest time are detached last, so that they are the last to be removed at the limit of a port. A
     * host that was seen since, at a port that is an edge again, is attached again: its packet was not submitted.
     *
     * @param nanos when the ports stopped being edges
     */
    void edgesRemoved(List<SwitchPort> ports, long nanos) {
        ports.stream()
                .distinct()
                .sorted()
                .flatMap(port -> index.at(port).stream())
                .sorted(Comparator.comparingLong((Host host) -> clock.nanos() - host.firstSeenNanos()))
                .forEach(host -> {
                    SwitchPort at = Objects.requireNonNull(host.attachment());
                    long seenNanos = host.lastSeenNanos();
                    detach(host);
                    if (seenNanos - nanos > 0) {
                        hostSeen(host.key(), at, seenNanos);
                    }
                });
    }

    /**
     * Probes the hosts that were detached from ports that are edges again. Without a probe, a host that only answers
     * would remain detached.
     */
    void edgesAdded(List<SwitchPort> ports) {
        for (SwitchPort port : ports) {
            index.latestDetachedFrom(port, MAX_RETURN_PROBES).forEach(host -> probe(host, port));
        }
    }

    void probe(Host host, SwitchPort at) {
        host.mostRecentBinding().ifPresent(binding -> prober.probe(binding, at));
    }

    /** Detaches an attached host. */
    private void detach(Host host) {
        SwitchPort from = Objects.requireNonNull(host.attachment());
        index.detach(host);
        dhcp.hostLeft(from);
        host.details.detachedNanos = now();
        host.holdDownUntil(now());
        checkIdleAt(host, now() + DETACHED_TIMEOUT_NANOS);
        events.accept(new Detached(host.device(), from));
        moves.detached(host);
    }

    /** Returns the host if it is known to be attached to the broadcast domain of this port, else null. */
    @Nullable
    Host hostAt(long key, SwitchPort at) {
        Host host = index.host(key);
        return host != null && isSameDomain(snapshot(), host.attachment(), at) ? host : null;
    }

    private void checkIdleAt(Host host, long nanos) {
        host.setIdleTimer(timers.add(nanos, () -> checkIdle(host)));
    }

    private void checkIdle(Host host) {
        long lastSeenNanos = host.lastSeenNanos();
        SwitchPort at = host.attachment();
        if (at == null) {
            remove(host, Removed.Reason.DETACHED);
        } else if (now() - lastSeenNanos < IDLE_TIMEOUT_NANOS) {
            checkIdleAt(host, lastSeenNanos + IDLE_TIMEOUT_NANOS);
        } else {
            long mark = mark(host);
            probe(host, at);
            host.setIdleTimer(timers.add(now() + PROBE_TIMEOUT_NANOS, () -> decideIdle(host, mark)));
        }
    }

    private void decideIdle(Host host, long mark) {
        if (host.isSeenSince(mark)) {
            checkIdleAt(host, host.lastSeenNanos() + IDLE_TIMEOUT_NANOS);
        } else {
            remove(host, Removed.Reason.IDLE);
        }
    }

    private void remove(Host host, Removed.Reason reason) {
        host.setIdleTimer(Cancellable.NONE);
        host.details.pendingMove = null;
        host.bindings().forEach(Binding::endLease);
        Device last = host.device();
        dhcp.servers().remove(host);
        index.remove(host);
        if (last.attachment().isPresent()) {
            dhcp.hostLeft(last.attachment().get());
        }
        events.accept(new Removed(last, reason));
    }
}

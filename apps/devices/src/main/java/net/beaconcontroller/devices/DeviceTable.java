package net.beaconcontroller.devices;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.common.concurrent.TimerQueue;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.AddressesChanged;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.devices.DeviceEvent.Removed;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The rules that locate hosts and assign IP addresses to them. The table runs on one thread and knows neither frames
 * nor switches; the clock and the sending of probes are injected, so that tests can simulate years.
 *
 * <ul>
 *   <li>A host is attached to the port at which it is first seen.
 *   <li>A sighting on another port is a move if the host is not seen at its port any more, although it is probed there.
 *       Otherwise a host could attract the traffic of another by sending with its MAC address. A host without a known
 *       IP address cannot be probed, so it is given more time, the <em>move delay</em>.
 *   <li>After its port went down, a host is attached to another port only when the move delay is over and it is not
 *       back at its port. Otherwise a host could take the place of another that is restarting (port probing, Skowyra
 *       et al., "Effective Topology Tampering Attacks and Defenses in Software-Defined Networks", DSN 2018).
 *   <li>When the port is an edge again, the hosts that were detached from it are probed there.
 *   <li>An IP address belongs to the first host that claims it. Another host takes it over if the owner is detached and
 *       has no lease for it, or if the owner does not answer a probe, or if a DHCP server leases the address to it and
 *       the owner has no lease.
 *   <li>Hosts and addresses have limits per port. A port at its limit makes room by removing the hosts that were
 *       detached from it, the longest detached first.
 *   <li>Nothing changes while a probe is outstanding, and a hold-down time follows each decision. A host can therefore
 *       cause one probe per second.
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

    /** The timeout of a probe at the old port of a device that was seen at another. */
    static final long MOVE_PROBE_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** The timeout of all other probes. */
    static final long PROBE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time after a decided move during which further moves are ignored. */
    static final long HOLD_DOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The time after a successful defense of an address during which further claims are ignored: RFC 5227 section 2.4.
     */
    static final long DEFEND_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The maximum number of probes of hosts that may be back at a port. */
    static final int MAX_RETURN_PROBES = 64;

    /** The time within which a DHCP server must answer a request. */
    static final long DHCP_REQUEST_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * The configured parts of the rules.
     *
     * @param portLimit the maximum number of devices at one port
     * @param moveDelayNanos the time in which a host is expected to return to its port
     * @param dhcpPorts the only ports at which DHCP servers are trusted; empty to learn one for each VLAN
     */
    record Options(int portLimit, long moveDelayNanos, Set<SwitchPort> dhcpPorts) {}

    /** A lease of an IPv4 address; it does not end if {@code seconds} is 0 or less. */
    record Lease(long ipv4, long seconds) {}

    private final Topology topology;
    private final Prober prober;
    private final Consumer<DeviceEvent> events;
    private final EnumCounters<RejectionReason> rejections;
    private final LongSupplier nanoTime;
    private final ClockAnchor clock;
    private final Consumer<String> warnings;
    private final long moveDelayNanos;
    private final DeviceIndex index;
    private final DhcpServers dhcpServers;
    /** When the last host left a port at which DHCP servers are trusted. Each port has one timer. */
    private final Map<SwitchPort, Long> vacatedNanos = new HashMap<>();

    private final TimerQueue timers = new TimerQueue();

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
            LongSupplier nanoTime) {
        this.topology = topology;
        this.moveDelayNanos = options.moveDelayNanos();
        this.index = new DeviceIndex(options.portLimit());
        this.dhcpServers = new DhcpServers(options.dhcpPorts());
        this.prober = prober;
        this.events = events;
        this.rejections = rejections;
        this.nanoTime = nanoTime;
        this.clock = new ClockAnchor(Instant.now(), nanoTime.getAsLong());
        this.warnings = warnings;
    }

    DeviceIndex index() {
        return index;
    }

    DhcpServers dhcpServers() {
        return dhcpServers;
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
            add(key, at, nanos);
            return;
        }
        if (isSameDomain(topology.snapshot(), host.lastPort(), at)) {
            seenAtItsPort(host, at, nanos);
        } else if (host.details.pendingMove == null && !host.isInHoldDown(now())) {
            if (host.attachment() != null && !isEdge(host.attachment())) {
                // the event of the topology follows
                detach(host);
            }
            verifyMove(host, at);
        }
    }

    private void seenAtItsPort(Host host, SwitchPort at, long nanos) {
        if (host.attachment() == null) {
            rejectPendingMove(host);
            reattach(host, at, nanos);
        } else {
            host.seen(nanos);
        }
    }

    private boolean isEdge(SwitchPort port) {
        return topology.snapshot().isEdge(port);
    }

    /** Returns the time. Safe for use by any thread. */
    long now() {
        return nanoTime.getAsLong();
    }

    private void add(long key, SwitchPort at, long nanos) {
        if (!makeRoom(at, () -> index.hasRoomForHost(at))) {
            logRejected(key, at);
            return;
        }
        var host = new Host(key, clock, nanos);
        index.add(host, at);
        checkIdleAt(host, nanos + IDLE_TIMEOUT_NANOS);
        topology.hostSeen(at);
        events.accept(new Added(host.device()));
    }

    /** Makes room at a port by removing hosts that are detached from it. Returns whether that suffices. */
    private boolean makeRoom(SwitchPort at, BooleanSupplier hasRoom) {
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
    private void reattach(Host host, SwitchPort at, long nanos) {
        if (attach(host, at)) {
            host.seen(nanos);
            checkIdleAt(host, nanos + IDLE_TIMEOUT_NANOS);
            events.accept(new Attached(host.device()));
        }
    }

    /** Attaches a host to a port, unless the port is at a limit. */
    private boolean attach(Host host, SwitchPort at) {
        SwitchPort from = host.attachment();
        if (!at.equals(host.lastPort()) && !makeRoom(at, () -> index.hasRoomFor(host, at))) {
            host.holdDownUntil(now() + HOLD_DOWN_NANOS);
            logRejected(host.key(), at);
            return false;
        }
        index.attach(host, at);
        if (from != null) {
            hostLeft(from);
        }
        topology.hostSeen(at);
        return true;
    }

    /** Verifies a sighting at another port, which becomes a move unless the host is seen at its port meanwhile. */
    private void verifyMove(Host host, SwitchPort to) {
        SwitchPort from = host.attachment();
        if (from != null) {
            Runnable decision = moveDecision(host, to);
            probe(host, from);
            long timeoutNanos = host.bindings().isEmpty() ? moveDelayNanos : MOVE_PROBE_TIMEOUT_NANOS;
            host.holdDownUntil(now() + timeoutNanos);
            awaitReply(from, timeoutNanos, decision);
        } else if (now() - host.details.detachedNanos < moveDelayNanos) {
            awaitReturn(host, to, host.details.detachedNanos + moveDelayNanos);
        } else {
            reattach(host, to, now());
        }
    }

    /**
     * Runs a task when the hosts at a port have had a time to reply to what was sent to them before. The time begins
     * when the switch has received that, and at its end, the replies that the switch has sent are handled first.
     */
    private void awaitReply(SwitchPort port, long timeoutNanos, Runnable task) {
        prober.afterInput(port, () -> timers.add(now() + timeoutNanos, () -> prober.afterInput(port, task)));
    }

    /** Waits for a detached host to return to its port. */
    private void awaitReturn(Host host, SwitchPort to, long endNanos) {
        host.holdDownUntil(endNanos);
        timers.add(endNanos, moveDecision(host, to));
    }

    /** Returns a {@link Host#mark}. The next packet of the host at its attachment is seen since then. */
    private long mark(Host host) {
        long mark = host.mark();
        index.lookUpAgain();
        return mark;
    }

    /** Begins a pending move. Returns the task that decides on it. */
    private Runnable moveDecision(Host host, SwitchPort to) {
        long mark = mark(host);
        var move = new Host.PendingMove(to);
        host.details.pendingMove = move;
        return () -> {
            if (host.details.pendingMove == move) {
                decideMove(host, to, host.isSeenSince(mark));
            }
        };
    }

    private void decideMove(Host host, SwitchPort to, boolean hasReturned) {
        if (hasReturned) {
            rejectPendingMove(host);
            return;
        }
        host.details.pendingMove = null;
        if (!isEdge(to)) {
            return;
        }
        SwitchPort from = host.attachment();
        if (from == null) {
            reattach(host, to, now());
        } else {
            move(host, from, to);
        }
    }

    /** Rejects the pending move of a host that is at its port or has returned to it, if there is a pending move. */
    private void rejectPendingMove(Host host) {
        Host.PendingMove move = host.details.pendingMove;
        if (move != null) {
            host.details.pendingMove = null;
            host.holdDownUntil(now() + HOLD_DOWN_NANOS);
            rejections.increment(RejectionReason.STILL_AT_OLD_PORT);
            warnings.accept("host move rejected: %s seen at %s, but still is at %s"
                    .formatted(host, move.to(), host.lastPort()));
        }
    }

    private void move(Host host, SwitchPort from, SwitchPort to) {
        if (attach(host, to)) {
            host.holdDownUntil(now() + HOLD_DOWN_NANOS);
            host.seen(now());
            events.accept(new Moved(host.device(), from));
        }
    }

    /**
     * Detaches the hosts at ports that stopped being edges, even if the ports are edges again. Those that have been
     * known for the longest time are detached last, so that they are the last to be removed at the limit of a port.
     */
    void edgesRemoved(List<SwitchPort> ports) {
        ports.stream()
                .distinct()
                .flatMap(port -> index.at(port).stream())
                .sorted(Comparator.comparingLong((Host host) -> clock.nanos() - host.firstSeenNanos()))
                .forEach(this::detach);
    }

    /**
     * Probes the hosts that are detached from ports which are edges again: a host that sends nothing itself would not be
     * known to be back.
     */
    void edgesAdded(List<SwitchPort> ports) {
        for (SwitchPort port : ports) {
            index.latestDetachedFrom(port, MAX_RETURN_PROBES).forEach(host -> probe(host, port));
        }
    }

    private void probe(Host host, SwitchPort at) {
        host.mostRecentBinding().ifPresent(binding -> prober.probe(binding, at));
    }

    /** Detaches an attached host. A pending move waits for the host to return. */
    private void detach(Host host) {
        SwitchPort from = Objects.requireNonNull(host.attachment());
        index.detach(host);
        hostLeft(from);
        host.details.detachedNanos = now();
        host.holdDownUntil(now());
        checkIdleAt(host, now() + DETACHED_TIMEOUT_NANOS);
        events.accept(new Detached(host.device(), from));
        if (host.details.pendingMove != null) {
            awaitReturn(host, host.details.pendingMove.to(), now() + moveDelayNanos);
        }
    }

    /** Ends the trust in the DHCP servers of a port that has had no host for five minutes. */
    private void hostLeft(SwitchPort port) {
        if (dhcpServers.isLearned(port) && !index.hasHostAt(port) && vacatedNanos.put(port, now()) == null) {
            checkVacated(port);
        }
    }

    private void checkVacated(SwitchPort port) {
        long endNanos = Objects.requireNonNull(vacatedNanos.get(port)) + DETACHED_TIMEOUT_NANOS;
        if (endNanos - now() > 0) {
            timers.add(endNanos, () -> checkVacated(port));
            return;
        }
        vacatedNanos.remove(port);
        if (!index.hasHostAt(port)) {
            dhcpServers.distrust(port);
        }
    }

    /** Returns the host if it is known to be attached to the broadcast domain of this port, else null. */
    private @Nullable Host hostAt(long key, SwitchPort at) {
        Host host = index.host(key);
        return host != null && isSameDomain(topology.snapshot(), host.attachment(), at) ? host : null;
    }

    /** Handles a claim of an IP address by a host at this port. */
    void addressClaimed(long key, SwitchPort at, long high, long low, long nanos) {
        Host host = hostAt(key, at);
        if (host != null) {
            claim(host, new Binding.Key(host.vlan(), high, low), nanos);
        }
    }

    private void claim(Host host, Binding.Key address, long nanos) {
        Binding current = index.binding(address);
        if (current == null) {
            assign(host, address, nanos);
        } else if (current.host() == host) {
            current.seen(nanos);
        } else if (current.host().attachment() == null) {
            claimOfDetached(current, host, nanos);
        } else if (!current.isInHoldDown(now())) {
            current.holdDownUntil(now() + PROBE_TIMEOUT_NANOS);
            probe(current, PROBE_TIMEOUT_NANOS, hasReplied -> decideConflict(current, host, nanos, hasReplied));
        }
    }

    private void decideConflict(Binding current, Host claimant, long nanos, boolean hasReplied) {
        if (index.binding(current.key()) != current || claimant.attachment() == null) {
            return;
        }
        if (!hasReplied && current.host().attachment() == null) {
            claimOfDetached(current, claimant, nanos);
            return;
        }
        if (!hasReplied) {
            reassign(current, claimant, nanos);
            return;
        }
        current.holdDownUntil(now() + DEFEND_INTERVAL_NANOS);
        rejections.increment(RejectionReason.ADDRESS_IN_USE);
        warnings.accept("address conflict: %s at %s claims %s, but %s at %s answers a probe for it"
                .formatted(
                        claimant,
                        claimant.attachment(),
                        current,
                        current.host(),
                        current.host().attachment()));
    }

    /** Decides on a claim to an address of a detached host, which keeps it until its lease ends. */
    private void claimOfDetached(Binding current, Host claimant, long nanos) {
        if (current.isLeased()) {
            rejections.increment(RejectionReason.ADDRESS_IN_USE);
            warnings.accept("address conflict: %s at %s claims %s, which is leased to %s"
                    .formatted(claimant, claimant.attachment(), current, current.host()));
        } else {
            reassign(current, claimant, nanos);
        }
    }

    private void reassign(Binding current, Host claimant, long nanos) {
        release(current);
        assign(claimant, current.key(), nanos);
    }

    private void assign(Host host, Binding.Key address, long nanos) {
        Device before = host.device();
        if (host.bindings().size() >= DeviceIndex.MAX_ADDRESSES_PER_DEVICE) {
            remove(host.leastRecentBinding());
        } else if (!makeRoomForAddress(host, Objects.requireNonNull(host.attachment()))) {
            return;
        }
        index.add(new Binding(host, address, nanos));
        events.accept(new AddressesChanged(host.device(), before));
    }

    private boolean makeRoomForAddress(Host host, SwitchPort at) {
        boolean hasRoom = makeRoom(at, () -> index.hasRoomForAddress(at));
        if (!hasRoom) {
            warnings.accept("address limit reached: address of %s at %s not learned; %d in total, maximum %d per port"
                    .formatted(host, at, index.bindingCount(), index.portAddressLimit()));
        }
        return hasRoom;
    }

    private void release(Binding binding) {
        Device before = binding.host().device();
        remove(binding);
        events.accept(new AddressesChanged(binding.host().device(), before));
    }

    private void remove(Binding binding) {
        binding.endLease();
        index.remove(binding);
    }

    /** Handles a message with this transaction id that a host at this port sent to DHCP servers. */
    void dhcpRequested(long key, SwitchPort at, int transaction) {
        Host host = hostAt(key, at);
        if (host != null) {
            host.details.dhcpRequest = new Host.DhcpRequest(transaction, now());
        }
    }

    /**
     * Handles a message of a DHCP server at this port. A lease in it is ignored unless the client has sent a request
     * with the same transaction id, so that an unsolicited message assigns no address.
     *
     * @param client the host to which the message is addressed: the client or a relay agent
     * @param lease the lease that the message grants to the client, if any
     */
    void dhcpAnswered(long server, SwitchPort at, long client, int transaction, @Nullable Lease lease, long nanos) {
        Host from = hostAt(server, at);
        if (from == null) {
            return;
        }
        TopologySnapshot snapshot = topology.snapshot();
        if (!dhcpServers.mayServe(snapshot, from.vlan(), at)) {
            // another port became the trusted one after this message was received
            rejections.increment(RejectionReason.UNTRUSTED_DHCP_SERVER);
            return;
        }
        Host to = index.host(client);
        boolean isAnswer = hasRequested(to, transaction);
        // a host could answer requests of its own
        boolean isForOtherPort = to != null && !isSameDomain(snapshot, to.attachment(), at);
        if (isAnswer && isForOtherPort && !dhcpServers.hasTrustedPort(from.vlan())) {
            dhcpServers.trust(from.vlan(), at);
        }
        if (dhcpServers.hasTrustedPort(from.vlan()) && !dhcpServers.seen(from, now())) {
            rejections.increment(RejectionReason.FULL);
        }
        if (lease == null || to == null || to.attachment() == null) {
            return;
        }
        var address = new Binding.Key(to.vlan(), 0, IpAddresses.mapped(lease.ipv4()));
        if (!isAnswer) {
            rejections.increment(RejectionReason.FORGED);
        } else if (isForOtherPort) {
            grant(to, address, lease.seconds(), nanos);
        } else {
            claim(to, address, nanos);
        }
    }

    private boolean hasRequested(@Nullable Host host, int transaction) {
        Host.DhcpRequest request = host == null ? null : host.details.dhcpRequest;
        return request != null
                && request.transaction() == transaction
                && now() - request.atNanos() <= DHCP_REQUEST_TIMEOUT_NANOS;
    }

    /** Assigns a leased address. The previous owner is probed only if it has a lease itself. */
    private void grant(Host host, Binding.Key address, long seconds, long nanos) {
        Binding current = index.binding(address);
        if (current != null
                && current.host() != host
                && !(current.isLeased() && current.host().attachment() != null)) {
            reassign(current, host, nanos);
        } else {
            claim(host, address, nanos);
        }
        Binding leased = index.binding(address);
        if (leased != null && leased.host() == host) {
            long endNanos = now() + TimeUnit.SECONDS.toNanos(seconds);
            leased.lease(seconds > 0 ? timers.add(endNanos, () -> leaseExpired(leased)) : Cancellable.NONE);
        }
    }

    /** Logs that a message of a DHCP server was refused because of its port. */
    void logUntrustedDhcpServer(long key, SwitchPort at) {
        warnings.accept("DHCP server not trusted: message of %s at %s dropped; trusted: %s; to change this, list the "
                        .formatted(
                                MacAddress.toString(HostKey.mac(key)), at, dhcpServers.trustedPorts(HostKey.vlan(key)))
                + "ports of all DHCP servers in app.devices.dhcp-ports");
    }

    /**
     * Probes the host before the address is released, because switches may have forwarded a renewal without the
     * controller.
     */
    private void leaseExpired(Binding leased) {
        leased.endLease();
        probe(leased, PROBE_TIMEOUT_NANOS, hasReplied -> {
            if (!hasReplied && index.binding(leased.key()) == leased) {
                release(leased);
            }
        });
    }

    private interface ProbeResult {
        void accept(boolean hasReplied);
    }

    /** Sends a probe, unless the host is detached, and reports after the timeout whether the address was seen since. */
    private void probe(Binding binding, long timeoutNanos, ProbeResult result) {
        long mark = binding.mark();
        Runnable decision = () -> result.accept(binding.isSeenSince(mark));
        SwitchPort port = binding.host().attachment();
        if (port == null) {
            timers.add(now() + timeoutNanos, decision);
        } else {
            prober.probe(binding, port);
            awaitReply(port, timeoutNanos, decision);
        }
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
        dhcpServers.remove(host);
        index.remove(host);
        if (last.attachment().isPresent()) {
            hostLeft(last.attachment().get());
        }
        events.accept(new Removed(last, reason));
    }
}

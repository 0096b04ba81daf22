package net.beaconcontroller.devices;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
 *   <li>A sighting on another port is a move if the old port is no longer an edge, or if the host does not answer a
 *       probe there. Otherwise a host could attract the traffic of another by sending with its MAC address.
 *   <li>An IP address belongs to the first host that claims it. Another host takes it over if the owner is detached, or
 *       does not answer a probe.
 *   <li>Nothing changes while a probe is outstanding, and a hold-down time follows each decision. A host can therefore
 *       cause one probe per second.
 *   <li>Replies are not matched to probes. They are learned like all packets, and on timeout the table checks whether
 *       the address was seen since the probe was sent.
 * </ul>
 */
final class DeviceTable {
    static final int MAX_ADDRESSES = 4_000_000;
    static final int MAX_ADDRESSES_PER_DEVICE = 64;

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

    /** The time within which a DHCP request must be acknowledged. */
    static final long LEASE_REQUEST_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Topology topology;
    private final Consumer<Binding> prober;
    private final Consumer<DeviceEvent> events;
    private final EnumCounters<RejectionReason> rejections;
    private final LongSupplier nanoTime;
    private final ClockAnchor clock;
    private final Consumer<String> warnings;
    private final DeviceIndex index;
    private final TimerQueue timers = new TimerQueue();

    /**
     * Creates an empty table.
     *
     * @param portLimit the maximum number of devices at one port
     * @param prober sends a probe for a binding to the attachment of its host
     * @param warnings logs a message about a rejected observation
     */
    DeviceTable(
            Topology topology,
            int portLimit,
            Consumer<Binding> prober,
            Consumer<DeviceEvent> events,
            EnumCounters<RejectionReason> rejections,
            Consumer<String> warnings,
            LongSupplier nanoTime) {
        this.topology = topology;
        this.index = new DeviceIndex(portLimit);
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

    TimerQueue timers() {
        return timers;
    }

    /** Returns whether both ports are in the same broadcast domain, between whose ports a host does not move. */
    static boolean isSameDomain(TopologySnapshot snapshot, @Nullable SwitchPort one, SwitchPort other) {
        return one != null
                && (one.equals(other) || snapshot.designatedPort(one).equals(snapshot.designatedPort(other)));
    }

    /** Handles a sighting of a host that is unknown, or not known to be attached to this port. */
    void hostSeen(long key, SwitchPort at, long nanos) {
        if (!isEdge(at)) {
            return;
        }
        Host host = index.host(key);
        if (host == null) {
            add(key, at, nanos);
        } else if (host.attachment() == null) {
            reattach(host, at, nanos);
        } else if (isSameDomain(topology.snapshot(), host.attachment(), at)) {
            host.seen(nanos);
        } else if (!host.isInHoldDown(now())) {
            verifyMove(host, host.attachment(), at);
        }
    }

    private boolean isEdge(SwitchPort port) {
        return topology.snapshot().isEdge(port);
    }

    private long now() {
        return nanoTime.getAsLong();
    }

    private void add(long key, SwitchPort at, long nanos) {
        if (!index.hasRoom(at)) {
            rejections.increment(RejectionReason.FULL);
            logRejected(key, at);
            return;
        }
        var host = new Host(key, clock, nanos);
        index.add(host, at);
        checkIdleAt(host, nanos + IDLE_TIMEOUT_NANOS);
        topology.hostSeen(at);
        events.accept(new Added(host.device()));
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

    private void reattach(Host host, SwitchPort at, long nanos) {
        host.seen(nanos);
        attach(host, at);
        checkIdleAt(host, nanos + IDLE_TIMEOUT_NANOS);
        events.accept(new Attached(host.device()));
    }

    private void attach(Host host, SwitchPort at) {
        index.attach(host, at);
        topology.hostSeen(at);
    }

    private void verifyMove(Host host, SwitchPort from, SwitchPort to) {
        Binding known = host.mostRecentBinding().orElse(null);
        if (known == null || !isEdge(from)) {
            move(host, from, to);
            return;
        }
        var move = new Host.PendingMove(to);
        host.pendingMove = move;
        host.holdDownUntil(now() + MOVE_PROBE_TIMEOUT_NANOS);
        probe(known, MOVE_PROBE_TIMEOUT_NANOS, hasReplied -> {
            // detaching the host cancels the pending move
            if (host.pendingMove == move) {
                host.pendingMove = null;
                decideMove(host, from, to, hasReplied);
            }
        });
    }

    private void decideMove(Host host, SwitchPort from, SwitchPort to, boolean hasReplied) {
        if (hasReplied) {
            host.holdDownUntil(now() + HOLD_DOWN_NANOS);
            rejections.increment(RejectionReason.STILL_AT_OLD_PORT);
            warnings.accept("host move rejected: %s seen at %s, but answers a probe at %s".formatted(host, to, from));
        } else if (isEdge(to)) {
            move(host, from, to);
        }
    }

    private void move(Host host, SwitchPort from, SwitchPort to) {
        attach(host, to);
        host.holdDownUntil(now() + HOLD_DOWN_NANOS);
        host.seen(now());
        events.accept(new Moved(host.device(), from));
    }

    /** Detaches the hosts at ports that stopped being edges, even if the ports are edges again. */
    void edgesRemoved(List<SwitchPort> ports) {
        // collects all hosts first, because a pending move may attach a host to another of these ports
        Set<Host> hosts = new LinkedHashSet<>();
        ports.forEach(port -> hosts.addAll(index.at(port)));
        hosts.forEach(host -> detach(host, Objects.requireNonNull(host.attachment())));
    }

    private void detach(Host host, SwitchPort from) {
        Host.PendingMove move = host.pendingMove;
        host.pendingMove = null;
        if (move != null && isEdge(move.to())) {
            move(host, from, move.to());
            return;
        }
        index.attach(host, null);
        host.holdDownUntil(now());
        checkIdleAt(host, now() + DETACHED_TIMEOUT_NANOS);
        events.accept(new Detached(host.device(), from));
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
            reassign(current, host, nanos);
        } else if (!current.isInHoldDown(now())) {
            current.holdDownUntil(now() + PROBE_TIMEOUT_NANOS);
            probe(current, PROBE_TIMEOUT_NANOS, hasReplied -> decideConflict(current, host, nanos, hasReplied));
        }
    }

    private void decideConflict(Binding current, Host claimant, long nanos, boolean hasReplied) {
        if (index.binding(current.key()) != current || claimant.attachment() == null) {
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

    private void reassign(Binding current, Host claimant, long nanos) {
        release(current);
        assign(claimant, current.key(), nanos);
    }

    private void assign(Host host, Binding.Key address, long nanos) {
        if (index.bindingCount() >= MAX_ADDRESSES) {
            rejections.increment(RejectionReason.FULL);
            return;
        }
        Device before = host.device();
        if (host.bindings().size() >= MAX_ADDRESSES_PER_DEVICE) {
            remove(host.leastRecentBinding());
        }
        index.add(new Binding(host, address, nanos));
        events.accept(new AddressesChanged(host.device(), before));
    }

    private void release(Binding binding) {
        Device before = binding.host().device();
        remove(binding);
        events.accept(new AddressesChanged(binding.host().device(), before));
    }

    private void remove(Binding binding) {
        binding.setLeaseTimer(Cancellable.NONE);
        index.remove(binding);
    }

    /** Handles a DHCP server message that a host at this port sent. */
    void dhcpServerSeen(long key, SwitchPort at) {
        Host host = hostAt(key, at);
        if (host != null) {
            index.addDhcpServer(host);
        }
    }

    /** Handles a DHCPREQUEST with this transaction id from a host at this port. */
    void leaseRequested(long key, SwitchPort at, int transaction) {
        Host host = hostAt(key, at);
        if (host != null) {
            host.leaseRequest = new Host.LeaseRequest(transaction, now());
        }
    }

    /**
     * Handles a DHCPACK, which assigns an IPv4 address to a host. It is ignored unless the host sent a DHCPREQUEST with
     * the same transaction id, so that a rogue server cannot assign addresses to other hosts.
     *
     * @param seconds the lease time; 0 or less if the lease does not end
     */
    void leased(long key, int transaction, long ipv4, long seconds, long nanos) {
        Host host = index.host(key);
        if (host == null || host.attachment() == null) {
            return;
        }
        Host.LeaseRequest request = host.leaseRequest;
        if (request == null
                || request.transaction() != transaction
                || now() - request.atNanos() > LEASE_REQUEST_TIMEOUT_NANOS) {
            rejections.increment(RejectionReason.FORGED);
            return;
        }
        var address = new Binding.Key(host.vlan(), 0, IpAddresses.mapped(ipv4));
        claim(host, address, nanos);
        Binding leased = index.binding(address);
        if (leased != null && leased.host() == host) {
            long endNanos = now() + TimeUnit.SECONDS.toNanos(seconds);
            leased.setLeaseTimer(seconds > 0 ? timers.add(endNanos, () -> leaseExpired(leased)) : Cancellable.NONE);
        }
    }

    /**
     * Probes the host before the address is released, because switches may have forwarded a renewal without the
     * controller.
     */
    private void leaseExpired(Binding leased) {
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
        long sentNanos = now();
        if (binding.host().attachment() != null) {
            prober.accept(binding);
        }
        timers.add(sentNanos + timeoutNanos, () -> result.accept(binding.lastSeenNanos() - sentNanos > 0));
    }

    private void checkIdleAt(Host host, long nanos) {
        host.setIdleTimer(timers.add(nanos, () -> checkIdle(host)));
    }

    private void checkIdle(Host host) {
        long lastSeenNanos = host.lastSeenNanos();
        if (host.attachment() == null) {
            remove(host, Removed.Reason.DETACHED);
        } else if (now() - lastSeenNanos < IDLE_TIMEOUT_NANOS) {
            checkIdleAt(host, lastSeenNanos + IDLE_TIMEOUT_NANOS);
        } else {
            host.mostRecentBinding().ifPresent(prober);
            host.setIdleTimer(timers.add(now() + PROBE_TIMEOUT_NANOS, () -> decideIdle(host, lastSeenNanos)));
        }
    }

    private void decideIdle(Host host, long lastSeenNanos) {
        if (host.lastSeenNanos() == lastSeenNanos) {
            remove(host, Removed.Reason.IDLE);
        } else {
            checkIdleAt(host, host.lastSeenNanos() + IDLE_TIMEOUT_NANOS);
        }
    }

    private void remove(Host host, Removed.Reason reason) {
        host.setIdleTimer(Cancellable.NONE);
        host.pendingMove = null;
        host.bindings().forEach(binding -> binding.setLeaseTimer(Cancellable.NONE));
        Device last = host.device();
        index.remove(host);
        events.accept(new Removed(last, reason));
    }
}

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
 * Decides what to believe of what was heard. It runs on one thread, sees nothing of frames or switches, and has its time and its
 * questions through the constructor, so a test can have it live for years.
 *
 * <p>The rules. Who is heard first in a place is there. Who is heard elsewhere has moved, if the old place is none any more or
 * does not answer for it: otherwise anybody could draw another's traffic by sending in its name. An IP address belongs to who
 * says so first; another gets it if the owner is detached or does not answer for it. While somebody is asked, all stays as
 * it is, and when it is decided, so it does for a while: what anybody can cause is a question a second. Answers are not waited for:
 * they are heard as everything else, and when the time is over it is looked whether there was one.
 */
final class DeviceTable {
    static final int MAX_ADDRESSES = 4_000_000;
    static final int MAX_ADDRESSES_OF_A_DEVICE = 64;

    /** How long a device may be silent before it is asked. */
    static final long SILENCE_NANOS = TimeUnit.HOURS.toNanos(1);

    /** How long a detached device is known. */
    static final long DETACHED_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** How long the old place of a device may take to answer. */
    static final long MOVE_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** How long any other answer may take. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long a device stays where it was decided that it is. */
    static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long an address is its owner's who has answered for it: as long as RFC 5227 section 2.4 has it defend it once. */
    static final long DEFENDED_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How long after a device asked for a lease it can get it. */
    static final long LEASE_PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Topology topology;
    private final Consumer<Binding> asking;
    private final Consumer<DeviceEvent> events;
    private final EnumCounters<RejectionReason> refusals;
    private final LongSupplier nanoTime;
    private final ClockAnchor epoch;
    private final Consumer<String> complaints;
    private final DeviceIndex index;
    private final TimerQueue timers = new TimerQueue();

    /**
     * An empty table.
     *
     * @param portLimit as many devices are found at a port
     * @param asking asks a device for one of its addresses, at the device's place
     * @param complaints are told who says what is not so, in words
     */
    DeviceTable(
            Topology topology,
            int portLimit,
            Consumer<Binding> asking,
            Consumer<DeviceEvent> events,
            EnumCounters<RejectionReason> refusals,
            Consumer<String> complaints,
            LongSupplier nanoTime) {
        this.topology = topology;
        this.index = new DeviceIndex(portLimit);
        this.asking = asking;
        this.events = events;
        this.refusals = refusals;
        this.nanoTime = nanoTime;
        this.epoch = new ClockAnchor(Instant.now(), nanoTime.getAsLong());
        this.complaints = complaints;
    }

    DeviceIndex index() {
        return index;
    }

    TimerQueue timers() {
        return timers;
    }

    /** Whether these are the same place for a host: foreign switches can join several ports. */
    static boolean isSamePlace(TopologySnapshot snapshot, @Nullable SwitchPort one, SwitchPort other) {
        return one != null
                && (one.equals(other) || snapshot.designatedPort(one).equals(snapshot.designatedPort(other)));
    }

    /** A host was heard that is not known, or not to be there. */
    void heard(long key, SwitchPort at, long nanos) {
        if (!isEdge(at)) {
            return;
        }
        Host host = index.host(key);
        if (host == null) {
            add(key, at, nanos);
        } else if (host.place() == null) {
            attach(host, at, nanos);
        } else if (isSamePlace(topology.snapshot(), host.place(), at)) {
            host.heard(nanos);
        } else if (!host.isSettled(now())) {
            lookForMove(host, host.place(), at);
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
            refusals.increment(RejectionReason.FULL);
            refuse(key, at);
            return;
        }
        var host = new Host(key, epoch, at, nanos);
        index.add(host);
        checkAt(host, nanos + SILENCE_NANOS);
        topology.hostSeen(at);
        events.accept(new Added(host.device()));
    }

    /** A host was heard for which there is no room. */
    void refuse(long key, SwitchPort at) {
        complaints.accept("%s at %s is not learned: %d devices are there, of %d in all; app.devices.port-limit is %d"
                .formatted(
                        MacAddress.toString(HostKey.mac(key)),
                        at,
                        index.countAt(at),
                        index.hostCount(),
                        index.portLimit()));
    }

    private void attach(Host host, SwitchPort at, long nanos) {
        host.heard(nanos);
        enter(host, at);
        checkAt(host, nanos + SILENCE_NANOS);
        events.accept(new Attached(host.device()));
    }

    private void enter(Host host, SwitchPort at) {
        index.place(host, at);
        topology.hostSeen(at);
    }

    private void lookForMove(Host host, SwitchPort from, SwitchPort to) {
        Binding known = host.mostRecentBinding().orElse(null);
        if (known == null || !isEdge(from)) {
            move(host, from, to);
            return;
        }
        var move = new Host.Move(to);
        host.setMove(move);
        host.settleUntil(now() + MOVE_PATIENCE_NANOS);
        ask(known, MOVE_PATIENCE_NANOS, isThere -> {
            if (host.move() == move) { // else it was detached meanwhile
                host.setMove(null);
                endMove(host, from, to, isThere);
            }
        });
    }

    private void endMove(Host host, SwitchPort from, SwitchPort to, boolean isThere) {
        if (isThere) {
            host.settleUntil(now() + SETTLED_NANOS);
            refusals.increment(RejectionReason.STILL_AT_OLD_PORT);
            complaints.accept("%s was heard at %s, and is still at %s, where it answers".formatted(host, to, from));
        } else if (isEdge(to)) {
            move(host, from, to);
        }
    }

    private void move(Host host, SwitchPort from, SwitchPort to) {
        enter(host, to);
        host.settleUntil(now() + SETTLED_NANOS);
        host.heard(now());
        events.accept(new Moved(host.device(), from));
    }

    /** These ports were places for hosts until now; some may be again. */
    void edgesRemoved(List<SwitchPort> ports) {
        // all are looked up first: who moves meanwhile is not sent away from its new place
        Set<Host> hosts = new LinkedHashSet<>();
        ports.forEach(port -> hosts.addAll(index.at(port)));
        hosts.forEach(host -> detach(host, Objects.requireNonNull(host.place())));
    }

    private void detach(Host host, SwitchPort from) {
        Host.Move move = host.move();
        host.setMove(null);
        if (move != null && isEdge(move.to())) {
            move(host, from, move.to());
            return;
        }
        index.place(host, null);
        host.settleUntil(now());
        checkAt(host, now() + DETACHED_NANOS);
        events.accept(new Detached(host.device(), from));
    }

    /** A host said, at this place, that it has an IP address. */
    void claimed(long key, SwitchPort at, long high, long low, long nanos) {
        Host host = index.host(key);
        if (host != null && isSamePlace(topology.snapshot(), host.place(), at)) {
            claim(host, new Binding.Key(host.vlan(), high, low), nanos);
        }
    }

    private void claim(Host host, Binding.Key address, long nanos) {
        Binding owned = index.binding(address);
        if (owned == null) {
            give(host, address, nanos);
        } else if (owned.host() == host) {
            owned.heard(nanos);
        } else if (owned.host().place() == null) {
            takeFrom(owned, host, nanos);
        } else if (!owned.isSettled(now())) {
            owned.settleUntil(now() + PATIENCE_NANOS);
            ask(owned, PATIENCE_NANOS, isThere -> endDispute(owned, host, nanos, isThere));
        }
    }

    private void endDispute(Binding owned, Host claimant, long nanos, boolean isThere) {
        boolean isOpen = index.binding(owned.key()) == owned && claimant.place() != null;
        if (isOpen && isThere) {
            owned.settleUntil(now() + DEFENDED_NANOS);
            refusals.increment(RejectionReason.ADDRESS_IN_USE);
            complaints.accept("%s at %s says that it has %s, which %s at %s has, and answers for"
                    .formatted(
                            claimant,
                            claimant.place(),
                            owned,
                            owned.host(),
                            owned.host().place()));
        } else if (isOpen) {
            takeFrom(owned, claimant, nanos);
        }
    }

    private void takeFrom(Binding owned, Host claimant, long nanos) {
        drop(owned);
        give(claimant, owned.key(), nanos);
    }

    private void give(Host host, Binding.Key address, long nanos) {
        if (index.bindingCount() >= MAX_ADDRESSES) {
            refusals.increment(RejectionReason.FULL);
            return;
        }
        Device before = host.device();
        if (host.state().bindings().size() >= MAX_ADDRESSES_OF_A_DEVICE) {
            forget(host.leastRecentBinding());
        }
        index.add(new Binding(host, address, nanos));
        events.accept(new AddressesChanged(host.device(), before));
    }

    private void drop(Binding binding) {
        Device before = binding.host().device();
        forget(binding);
        events.accept(new AddressesChanged(binding.host().device(), before));
    }

    private void forget(Binding binding) {
        binding.setLeaseEnd(null);
        index.remove(binding);
    }

    /** A host, at this place, asked for a lease, with a DHCP transaction's number. */
    void leaseRequested(long key, SwitchPort at, int transaction) {
        Host host = index.host(key);
        if (host != null && isSamePlace(topology.snapshot(), host.place(), at)) {
            host.setLeaseRequest(new Host.LeaseRequest(transaction, now()));
        }
    }

    /**
     * A DHCP server gave an IPv4 address to a host. It counts if the host has asked for it, so that who pretends to be a server
     * can give nothing to who asks for nothing.
     *
     * @param seconds until the lease ends; 0 or less if it does not
     */
    void leased(long key, int transaction, long ipv4, long seconds, long nanos) {
        Host host = index.host(key);
        if (host == null || host.place() == null) {
            return;
        }
        Host.LeaseRequest request = host.leaseRequest();
        if (request == null
                || request.transaction() != transaction
                || now() - request.atNanos() > LEASE_PATIENCE_NANOS) {
            refusals.increment(RejectionReason.FORGED);
            return;
        }
        var address = new Binding.Key(host.vlan(), 0, IpAddresses.mapped(ipv4));
        claim(host, address, nanos);
        Binding given = index.binding(address);
        if (given != null && given.host() == host) {
            long endNanos = now() + TimeUnit.SECONDS.toNanos(seconds);
            given.setLeaseEnd(seconds > 0 ? timers.add(endNanos, () -> endLease(given)) : null);
        }
    }

    /** The switches may have forwarded a renewal by themselves: who still has the address is asked. */
    private void endLease(Binding leased) {
        ask(leased, PATIENCE_NANOS, isThere -> {
            if (!isThere && index.binding(leased.key()) == leased) {
                drop(leased);
            }
        });
    }

    private interface Answer {
        void is(boolean isThere);
    }

    /** Asks a device for an address, and when the time is over says whether it has answered. Nobody is asked who is detached. */
    private void ask(Binding about, long patienceNanos, Answer answer) {
        long askedNanos = now();
        if (about.host().place() != null) {
            asking.accept(about);
        }
        timers.add(askedNanos + patienceNanos, () -> answer.is(about.heardNanos() - askedNanos > 0));
    }

    private void checkAt(Host host, long nanos) {
        host.setCheck(timers.add(nanos, () -> check(host)));
    }

    private void check(Host host) {
        long silentSince = host.heardNanos();
        if (host.place() == null) {
            remove(host, Removed.Reason.DETACHED);
        } else if (now() - silentSince < SILENCE_NANOS) {
            checkAt(host, silentSince + SILENCE_NANOS);
        } else {
            host.mostRecentBinding().ifPresent(asking);
            host.setCheck(timers.add(now() + PATIENCE_NANOS, () -> endCheck(host, silentSince)));
        }
    }

    private void endCheck(Host host, long silentSince) {
        if (host.heardNanos() == silentSince) {
            remove(host, Removed.Reason.SILENT);
        } else {
            checkAt(host, host.heardNanos() + SILENCE_NANOS);
        }
    }

    private void remove(Host host, Removed.Reason reason) {
        host.setCheck(null);
        host.setMove(null);
        host.state().bindings().forEach(binding -> binding.setLeaseEnd(null));
        Device last = host.device();
        index.remove(host);
        events.accept(new Removed(last, reason));
    }
}

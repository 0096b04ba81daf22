package net.beaconcontroller.devices;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.devices.DeviceEvent.AddressesChanged;
import net.beaconcontroller.topology.SwitchPort;

/**
 * The rules that assign IP addresses to the hosts of a {@link DeviceTable}. For the device thread.
 *
 * <ul>
 *   <li>An IP address belongs to the first host that claims it. Another host takes it over if the owner is detached and
 *       has no lease for it, or if the owner does not answer a probe, or if a DHCP server leases the address to it and
 *       the owner has no lease.
 *   <li>A host has at most {@value DeviceIndex#MAX_ADDRESSES_PER_DEVICE} addresses, of which the one that it claimed
 *       least recently makes room for a further one. The addresses of the hosts at a port are limited, too.
 * </ul>
 */
final class AddressTable {
    /**
     * The time after a successful defense of an address during which further claims at the same port are ignored: RFC
     * 5227 section 2.4. Those at other ports are not, so that a host does not prevent a router from taking over.
     */
    static final long DEFEND_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The timeout of a probe of an owner whose address another host claims. Together with {@link
     * DeviceTable#HAND_OVER_NANOS}, less than a second, within which a router takes over the address of another.
     */
    static final long CLAIM_PROBE_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final DeviceTable hosts;
    private final DeviceIndex index;
    private final Prober prober;
    private final Consumer<DeviceEvent> events;
    private final EnumCounters<RejectionReason> rejections;
    private final Consumer<String> warnings;

    /** Creates the rules for the hosts of a table; the other parameters are those of the table. */
    AddressTable(
            DeviceTable hosts,
            Prober prober,
            Consumer<DeviceEvent> events,
            EnumCounters<RejectionReason> rejections,
            Consumer<String> warnings) {
        this.hosts = hosts;
        this.index = hosts.index();
        this.prober = prober;
        this.events = events;
        this.rejections = rejections;
        this.warnings = warnings;
    }

    /** Handles a claim of an IP address by a host at this port. */
    void claimed(long key, SwitchPort at, long high, long low, long nanos) {
        Host host = hosts.hostAt(key, at);
        if (host != null) {
            claim(host, new Binding.Key(host.vlan(), high, low), nanos);
        }
    }

    /**
     * Handles a packet of a host at this port with an IP address that the host may have. Probes the host if no other
     * has the address; the reply is a claim.
     */
    void sourceSeen(long key, SwitchPort at, long high, long low) {
        if (hosts.hostAt(key, at) != null && index.binding(new Binding.Key(HostKey.vlan(key), high, low)) == null) {
            prober.probe(key, at, high, low);
        }
    }

    /** Handles a claim of an IP address by an attached host. */
    void claim(Host host, Binding.Key address, long nanos) {
        Binding current = index.binding(address);
        if (current == null) {
            assign(host, address, nanos);
        } else if (current.host() == host) {
            current.seen(nanos);
        } else if (current.host().attachment() == null) {
            claimOfDetached(current, host, nanos);
        } else if (!current.isInHoldDown(Objects.requireNonNull(host.attachment()), hosts.now())) {
            current.holdDownUntil(hosts.now() + DeviceTable.HAND_OVER_NANOS + CLAIM_PROBE_TIMEOUT_NANOS, null);
            hosts.timers().add(hosts.now() + DeviceTable.HAND_OVER_NANOS, () -> verifyClaim(current, host, nanos));
        }
    }

    private void verifyClaim(Binding current, Host claimant, long nanos) {
        if (index.binding(current.key()) == current) {
            probe(
                    current,
                    CLAIM_PROBE_TIMEOUT_NANOS,
                    hasReplied -> decideConflict(current, claimant, nanos, hasReplied));
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
        current.holdDownUntil(hosts.now() + DEFEND_INTERVAL_NANOS, claimant.attachment());
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
        boolean hasRoom = hosts.makeRoom(at, () -> index.hasRoomForAddress(at));
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

    /** Assigns a leased address. The previous owner is probed only if it has a lease itself. */
    void grant(Host host, Binding.Key address, long seconds, long nanos) {
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
            long endNanos = hosts.now() + TimeUnit.SECONDS.toNanos(seconds);
            leased.lease(seconds > 0 ? hosts.timers().add(endNanos, () -> leaseExpired(leased)) : Cancellable.NONE);
        }
    }

    /**
     * Probes the host before the address is released, because switches may have forwarded a renewal without the
     * controller.
     */
    private void leaseExpired(Binding leased) {
        leased.endLease();
        probe(leased, DeviceTable.PROBE_TIMEOUT_NANOS, hasReplied -> {
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
            hosts.timers().add(hosts.now() + timeoutNanos, decision);
        } else {
            prober.probe(binding, port);
            hosts.awaitReply(port, timeoutNanos, decision);
        }
    }
}

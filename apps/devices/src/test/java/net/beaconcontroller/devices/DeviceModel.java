package net.beaconcontroller.devices;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * A reference implementation of the rules of {@link DeviceTable}, without indexes, timers and threads: every lookup is
 * a linear search, and time advances from one deadline to the next.
 */
final class DeviceModel {
    static final int PORT_LIMIT = 3;
    static final long MOVE_DELAY_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The attachment and the addresses of a host. */
    record Place(Optional<SwitchPort> port, Set<Long> addresses) {}

    private static final class ModelHost {
        final long key;
        final long firstSeen;
        SwitchPort lastPort;

        @Nullable
        SwitchPort port;

        long lastSeen;
        long holdDownUntil;

        @Nullable
        SwitchPort holdDownPort;

        long detachedAt;
        final List<ModelBinding> bindings = new ArrayList<>();

        @Nullable
        Probe move;

        @Nullable
        Probe idleCheck;

        ModelHost(long key, SwitchPort port, long now) {
            this.key = key;
            this.port = port;
            lastPort = port;
            firstSeen = now;
            lastSeen = now;
            holdDownUntil = now;
        }
    }

    private static final class ModelBinding {
        final ModelHost owner;
        final long address;
        long lastSeen;
        long holdDownUntil;

        @Nullable
        SwitchPort holdDownPort;

        ModelBinding(ModelHost owner, long address, long now) {
            this.owner = owner;
            this.address = address;
            lastSeen = now;
            holdDownUntil = now;
        }
    }

    /** An outstanding decision: on a move to a port, of an address that a claimant wants, or of an idle host. */
    private record Probe(
            long deadline,
            long sent,
            @Nullable ModelBinding binding,
            @Nullable ModelHost claimant,
            @Nullable SwitchPort to) {
        boolean isAnswered() {
            return binding != null && binding.lastSeen > sent;
        }
    }

    private final Map<Long, ModelHost> hosts = new HashMap<>();
    private final Set<SwitchPort> edges = new HashSet<>();
    private final Set<SwitchPort> sharedDomain = new HashSet<>();
    private final List<Probe> conflicts = new ArrayList<>();

    void addIndirectLink(SwitchPort one, SwitchPort other) {
        sharedDomain.addAll(List.of(one, other));
    }

    void portUp(SwitchPort port) {
        edges.add(port);
    }

    void portDown(SwitchPort port) {
        edges.remove(port);
    }

    Map<Long, Place> places() {
        return hosts.values().stream()
                .collect(Collectors.toMap(
                        host -> host.key,
                        host -> new Place(
                                Optional.ofNullable(host.port),
                                host.bindings.stream()
                                        .map(binding -> binding.address)
                                        .collect(Collectors.toSet()))));
    }

    private boolean isSameDomain(@Nullable SwitchPort one, SwitchPort other) {
        return one != null
                && (one.equals(other)
                        || (sharedDomain.containsAll(List.of(one, other)) && edges.containsAll(List.of(one, other))));
    }

    /** Returns whether a broadcast at this port may have been flooded into a shared domain, so that it is ignored. */
    boolean mayBeFlooded(long key, SwitchPort at) {
        ModelHost host = hosts.get(key);
        boolean isShared = sharedDomain.contains(at) && edges.containsAll(sharedDomain);
        return isShared && host != null && host.port != null && !isSameDomain(host.port, at);
    }

    void hostSeen(long key, SwitchPort at, long now) {
        advanceTo(now);
        if (!edges.contains(at)) {
            return;
        }
        ModelHost host = hosts.get(key);
        if (host == null) {
            if (makeRoom(at)) {
                hosts.put(key, new ModelHost(key, at, now));
            }
            return;
        }
        if (isSameDomain(host.lastPort, at)) {
            if (host.port != null) {
                host.lastSeen = now;
            } else {
                rejectMove(host, now);
                attach(host, at, now);
            }
        } else if (now >= host.holdDownUntil || isOther(host.holdDownPort, at)) {
            if (host.port != null && !edges.contains(host.port)) {
                detach(host, now);
            }
            verifyMove(host, at, now);
        }
    }

    private static boolean isOther(@Nullable SwitchPort only, SwitchPort at) {
        return only != null && !only.equals(at);
    }

    private void verifyMove(ModelHost host, SwitchPort to, long now) {
        if (host.port != null) {
            boolean canProbe = !host.bindings.isEmpty();
            awaitReturn(host, to, now, now + (canProbe ? HostMoves.MOVE_PROBE_TIMEOUT_NANOS : MOVE_DELAY_NANOS));
        } else if (now - host.detachedAt < MOVE_DELAY_NANOS) {
            awaitReturn(host, to, now, host.detachedAt + MOVE_DELAY_NANOS);
        } else {
            host.move = null;
            attach(host, to, now);
        }
    }

    private static void awaitReturn(ModelHost host, SwitchPort to, long now, long deadline) {
        host.move = new Probe(deadline, now, null, null, to);
        holdDown(host, deadline, null);
    }

    private static void rejectMove(ModelHost host, long now) {
        if (host.move != null) {
            holdDown(host, now + DeviceTable.HOLD_DOWN_NANOS, host.move.to);
            host.move = null;
        }
    }

    private static void holdDown(ModelHost host, long until, @Nullable SwitchPort only) {
        host.holdDownUntil = until;
        host.holdDownPort = only;
    }

    private void decideMove(ModelHost host, Probe move, long now) {
        if (host.lastSeen > move.sent) {
            rejectMove(host, now);
            return;
        }
        host.move = null;
        boolean wasAttached = host.port != null;
        if (move.to != null && edges.contains(move.to) && attach(host, move.to, now) && wasAttached) {
            holdDown(host, now + DeviceTable.HOLD_DOWN_NANOS, null);
        }
    }

    private boolean attach(ModelHost host, SwitchPort to, long now) {
        if (!to.equals(host.lastPort) && !makeRoom(to)) {
            holdDown(host, now + DeviceTable.HOLD_DOWN_NANOS, null);
            return false;
        }
        host.port = to;
        host.lastPort = to;
        host.lastSeen = now;
        return true;
    }

    private boolean makeRoom(SwitchPort at) {
        List<ModelHost> there =
                hosts.values().stream().filter(host -> host.lastPort.equals(at)).toList();
        if (there.size() < PORT_LIMIT) {
            return true;
        }
        Optional<ModelHost> first = there.stream()
                .filter(host -> host.port == null)
                .min(Comparator.<ModelHost>comparingLong(host -> host.detachedAt)
                        .thenComparing(host -> host.firstSeen, Comparator.reverseOrder()));
        first.ifPresent(host -> hosts.remove(host.key));
        return first.isPresent();
    }

    private static void detach(ModelHost host, long now) {
        host.port = null;
        holdDown(host, now, null);
        host.detachedAt = now;
        host.idleCheck = null;
        if (host.move != null && host.move.to != null) {
            awaitReturn(host, host.move.to, now, now + MOVE_DELAY_NANOS);
        }
    }

    void edgesRemoved(List<SwitchPort> ports, long now) {
        advanceTo(now);
        for (ModelHost host : hosts.values()) {
            if (host.port != null && ports.contains(host.port)) {
                detach(host, now);
            }
        }
    }

    void addressClaimed(long key, SwitchPort at, long address, long now) {
        advanceTo(now);
        ModelHost host = hosts.get(key);
        SwitchPort claimedAt = host == null ? null : host.port;
        if (host == null || claimedAt == null || !edges.contains(at) || !isSameDomain(claimedAt, at)) {
            return;
        }
        ModelBinding current = bindingInVlanOf(host, address);
        if (current == null) {
            host.bindings.add(new ModelBinding(host, address, now));
        } else if (current.owner == host) {
            current.lastSeen = now;
        } else if (current.owner.port == null) {
            reassign(current, host, now);
        } else if (now >= current.holdDownUntil || isOther(current.holdDownPort, claimedAt)) {
            long sent = now + DeviceTable.HAND_OVER_NANOS;
            current.holdDownUntil = sent + AddressTable.CLAIM_PROBE_TIMEOUT_NANOS;
            current.holdDownPort = null;
            conflicts.add(new Probe(current.holdDownUntil, sent, current, host, null));
        }
    }

    private @Nullable ModelBinding bindingInVlanOf(ModelHost host, long address) {
        return hosts.values().stream()
                .filter(other -> HostKey.vlan(other.key) == HostKey.vlan(host.key))
                .flatMap(other -> other.bindings.stream())
                .filter(binding -> binding.address == address)
                .findFirst()
                .orElse(null);
    }

    private static void reassign(ModelBinding current, ModelHost claimant, long now) {
        current.owner.bindings.remove(current);
        claimant.bindings.add(new ModelBinding(claimant, current.address, now));
    }

    /** Handles all deadlines up to this time, in order. */
    void advanceTo(long end) {
        while (true) {
            long next = Stream.concat(
                            hosts.values().stream().map(DeviceModel::deadline),
                            conflicts.stream().map(Probe::deadline))
                    .min(Comparator.naturalOrder())
                    .orElse(Long.MAX_VALUE);
            if (next > end) {
                return;
            }
            conflicts.stream()
                    .filter(conflict -> conflict.deadline == next)
                    .toList()
                    .forEach(this::decideConflict);
            List.copyOf(hosts.values()).stream()
                    .filter(host -> deadline(host) == next)
                    .forEach(host -> deadlinePassed(host, next));
        }
    }

    private static long deadline(ModelHost host) {
        return Math.min(host.move == null ? Long.MAX_VALUE : host.move.deadline, idleDeadline(host));
    }

    private static long idleDeadline(ModelHost host) {
        if (host.port == null) {
            return host.detachedAt + DeviceTable.DETACHED_TIMEOUT_NANOS;
        }
        return host.idleCheck == null ? host.lastSeen + DeviceTable.IDLE_TIMEOUT_NANOS : host.idleCheck.deadline;
    }

    private void deadlinePassed(ModelHost host, long now) {
        Probe move = host.move;
        if (move != null && move.deadline == now) {
            decideMove(host, move, now);
        } else if (host.port == null) {
            hosts.remove(host.key);
        } else if (host.idleCheck == null) {
            host.idleCheck = new Probe(now + DeviceTable.PROBE_TIMEOUT_NANOS, host.lastSeen, null, null, null);
        } else if (host.lastSeen == host.idleCheck.sent) {
            hosts.remove(host.key);
        } else {
            host.idleCheck = null;
        }
    }

    private void decideConflict(Probe conflict) {
        conflicts.remove(conflict);
        ModelBinding current = conflict.binding;
        ModelHost claimant = conflict.claimant;
        if (current == null
                || claimant == null
                || hosts.get(claimant.key) != claimant
                || claimant.port == null
                || hosts.get(current.owner.key) != current.owner
                || !current.owner.bindings.contains(current)) {
            return;
        }
        if (conflict.isAnswered()) {
            current.holdDownUntil = conflict.deadline + AddressTable.DEFEND_INTERVAL_NANOS;
            current.holdDownPort = claimant.port;
        } else {
            reassign(current, claimant, conflict.sent);
        }
    }
}

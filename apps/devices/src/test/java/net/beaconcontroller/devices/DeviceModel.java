package net.beaconcontroller.devices;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@link DeviceTable} without any of its means: no index, no timers, no threads. Whatever is looked for is searched,
 * and time passes from one thing that is due to the next.
 */
final class DeviceModel {
    /** Where a host is and what addresses it has. */
    record Place(Optional<SwitchPort> port, Set<Long> addresses) {}

    private static final class ModelHost {
        final long key;

        @Nullable
        SwitchPort place;

        long heard;
        long settledUntil;
        long detachedAt;
        final List<Owned> owned = new ArrayList<>();

        @Nullable
        Question move;

        @Nullable
        Question check;

        ModelHost(long key, SwitchPort place, long now) {
            this.key = key;
            this.place = place;
            heard = now;
            settledUntil = now;
        }
    }

    private static final class Owned {
        final ModelHost owner;
        final long address;
        long heard;
        long settledUntil;

        Owned(ModelHost owner, long address, long now) {
            this.owner = owner;
            this.address = address;
            heard = now;
            settledUntil = now;
        }
    }

    /** What is waited for: an answer for an address, on behalf of whom or where. */
    private record Question(
            long due,
            long asked,
            @Nullable Owned about,
            @Nullable ModelHost claimant,
            @Nullable SwitchPort to) {
        boolean isAnswered() {
            return about != null && about.heard > asked;
        }
    }

    private final Map<Long, ModelHost> hosts = new HashMap<>();
    private final Set<SwitchPort> edges = new HashSet<>();
    private final Set<SwitchPort> foreign = new HashSet<>();
    private final List<Question> disputes = new ArrayList<>();

    void join(SwitchPort one, SwitchPort other) {
        foreign.addAll(List.of(one, other));
    }

    void up(SwitchPort port) {
        edges.add(port);
    }

    void down(SwitchPort port) {
        edges.remove(port);
    }

    Map<Long, Place> places() {
        return hosts.values().stream()
                .collect(Collectors.toMap(
                        host -> host.key,
                        host -> new Place(
                                Optional.ofNullable(host.place),
                                host.owned.stream().map(owned -> owned.address).collect(Collectors.toSet()))));
    }

    private boolean isSame(@Nullable SwitchPort one, SwitchPort other) {
        return one != null
                && (one.equals(other)
                        || (foreign.containsAll(List.of(one, other)) && edges.containsAll(List.of(one, other))));
    }

    /** Whether a broadcast at this port may have come back from a domain, so that it says nothing. */
    boolean isEcho(long key, SwitchPort at) {
        ModelHost host = hosts.get(key);
        boolean isInSharedDomain = foreign.contains(at) && edges.containsAll(foreign);
        return isInSharedDomain && host != null && host.place != null && !isSame(host.place, at);
    }

    void hear(long key, SwitchPort at, long now) {
        passUntil(now);
        if (!edges.contains(at)) {
            return;
        }
        ModelHost host = hosts.get(key);
        if (host == null) {
            hosts.put(key, new ModelHost(key, at, now));
        } else if (host.place == null) {
            host.place = at;
            host.heard = now;
        } else if (isSame(host.place, at)) {
            host.heard = now;
        } else if (now >= host.settledUntil) {
            Owned known = host.owned.stream()
                    .max(Comparator.comparingLong(owned -> owned.heard))
                    .orElse(null);
            if (known == null || !edges.contains(host.place)) {
                move(host, at, now);
            } else {
                long due = now + DeviceTable.MOVE_PATIENCE_NANOS;
                host.settledUntil = due;
                host.move = new Question(due, now, known, null, at);
            }
        }
    }

    private static void move(ModelHost host, SwitchPort to, long now) {
        host.place = to;
        host.heard = now;
        host.settledUntil = now + DeviceTable.SETTLED_NANOS;
    }

    void told(List<SwitchPort> gone, long now) {
        passUntil(now);
        for (ModelHost host : hosts.values()) {
            if (host.place != null && gone.contains(host.place)) {
                Question move = host.move;
                host.move = null;
                if (move != null && move.to != null && edges.contains(move.to)) {
                    move(host, move.to, now);
                } else {
                    host.place = null;
                    host.settledUntil = now;
                    host.detachedAt = now;
                    host.check = null;
                }
            }
        }
    }

    void claim(long key, SwitchPort at, long address, long now) {
        passUntil(now);
        ModelHost host = hosts.get(key);
        if (host == null || !edges.contains(at) || !isSame(host.place, at)) {
            return;
        }
        Owned owned = ownedInVlanOf(host, address);
        if (owned == null) {
            host.owned.add(new Owned(host, address, now));
        } else if (owned.owner == host) {
            owned.heard = now;
        } else if (owned.owner.place == null) {
            take(owned, host, now);
        } else if (now >= owned.settledUntil) {
            owned.settledUntil = now + DeviceTable.PATIENCE_NANOS;
            disputes.add(new Question(owned.settledUntil, now, owned, host, null));
        }
    }

    private @Nullable Owned ownedInVlanOf(ModelHost host, long address) {
        return hosts.values().stream()
                .filter(other -> HostKey.vlan(other.key) == HostKey.vlan(host.key))
                .flatMap(other -> other.owned.stream())
                .filter(owned -> owned.address == address)
                .findFirst()
                .orElse(null);
    }

    private static void take(Owned owned, ModelHost claimant, long now) {
        owned.owner.owned.remove(owned);
        claimant.owned.add(new Owned(claimant, owned.address, now));
    }

    /** Has happen what is due until then, the first first. */
    void passUntil(long end) {
        while (true) {
            long next = Stream.concat(
                            hosts.values().stream().map(DeviceModel::due),
                            disputes.stream().map(Question::due))
                    .min(Comparator.naturalOrder())
                    .orElse(Long.MAX_VALUE);
            if (next > end) {
                return;
            }
            disputes.stream().filter(dispute -> dispute.due == next).toList().forEach(this::endDispute);
            List.copyOf(hosts.values()).stream()
                    .filter(host -> due(host) == next)
                    .forEach(host -> pass(host, next));
        }
    }

    private static long due(ModelHost host) {
        return Math.min(host.move == null ? Long.MAX_VALUE : host.move.due, checkDue(host));
    }

    private static long checkDue(ModelHost host) {
        if (host.place == null) {
            return host.detachedAt + DeviceTable.DETACHED_NANOS;
        }
        return host.check == null ? host.heard + DeviceTable.SILENCE_NANOS : host.check.due;
    }

    private void pass(ModelHost host, long now) {
        Question move = host.move;
        if (move != null && move.due == now) {
            host.move = null;
            if (move.isAnswered()) {
                host.settledUntil = now + DeviceTable.SETTLED_NANOS;
            } else if (move.to != null && edges.contains(move.to)) {
                move(host, move.to, now);
            }
        } else if (host.place == null) {
            hosts.remove(host.key);
        } else if (host.check == null) {
            host.check = new Question(now + DeviceTable.PATIENCE_NANOS, host.heard, null, null, null);
        } else if (host.heard == host.check.asked) {
            hosts.remove(host.key);
        } else {
            host.check = null;
        }
    }

    private void endDispute(Question dispute) {
        disputes.remove(dispute);
        Owned owned = dispute.about;
        ModelHost claimant = dispute.claimant;
        if (owned == null
                || claimant == null
                || hosts.get(claimant.key) != claimant
                || claimant.place == null
                || hosts.get(owned.owner.key) != owned.owner
                || !owned.owner.owned.contains(owned)) {
            return;
        }
        if (dispute.isAnswered()) {
            owned.settledUntil = dispute.due + DeviceTable.DEFENDED_NANOS;
        } else {
            take(owned, claimant, dispute.asked);
        }
    }
}

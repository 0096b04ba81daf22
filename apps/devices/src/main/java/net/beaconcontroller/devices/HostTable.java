package net.beaconcontroller.devices;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.net.HashMixing;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of hosts by {@link HostKey}. One thread changes it and any thread reads it, without a lock and without
 * boxing: forwarding looks up the destination of each packet whose host is not among the {@link RecentHosts} of its
 * loop, and with a million hosts nearly every lookup is a cache miss.
 *
 * <h2>The search</h2>
 *
 * Open addressing with linear probing (Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L). The
 * home slot of a key is the upper part of its hash. If another key is there, the next slots are tried until the key, or
 * a slot that is {@link #FREE}, is found. Keys are in an array of their own, so that a search that passes a few slots
 * stays within one cache line, and only the host that was found is read.
 *
 * <pre>
 *   keys    ... | 41 | 17 | 58 |  0 | ...      home of 58 is the slot of 41:
 *   hosts   ... | A  |  - | C  |  - | ...      41? no. 17? no. 58: host C
 * </pre>
 *
 * 17 was removed: its key stays, without a host. A search for 58 would otherwise end at this slot. If 17 is added
 * again, it is in the same slot.
 *
 * <h2>Readers without a lock</h2>
 *
 * Three facts make a concurrent search correct:
 *
 * <ul>
 *   <li>A slot gets a key once, and never another one. So the slots that a search passes have their keys forever, and
 *       no slot between the home of a key and its slot becomes free.
 *   <li>The writer writes the host before the key, and the key with release semantics. A reader that sees a key, read
 *       with acquire semantics, sees a host of this key, the latest or one that was replaced meanwhile, or none after
 *       a removal.
 *   <li>A rebuild fills new arrays that no reader knows, and then publishes them by a write of a volatile field. A
 *       reader continues in the arrays with which it has begun. These are not changed any more, and are as old as the
 *       begin of the search at most.
 * </ul>
 *
 * A lookup during an addition finds the host or nothing, as if it had come after or before the addition.
 *
 * <h2>The size</h2>
 *
 * Removed keys make searches longer, so they count as {@link #used}. When two thirds of the slots have keys, the hosts,
 * without the removed ones, move to arrays that are at most a third full. An unsuccessful search then passes five slots
 * at most on average, (1 + 1/(1 - a)²)/2 with a load a of 2/3. Because a rebuild halves the load at least, the work per
 * addition is constant on average.
 *
 * <h2>Peers that choose keys</h2>
 *
 * Hosts choose their MAC addresses. With a known hash function, an attacker could choose thousands with neighboring
 * home slots, and make each search take thousands of steps. So the hash is combined with a random number of the table.
 * The number of hosts is bounded by {@link DeviceIndex}, which owns the table.
 */
final class HostTable {
    private static final VarHandle KEYS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle HOSTS = MethodHandles.arrayElementVarHandle(Host[].class);
    private static final int MIN_SLOTS = 64;
    private static final long FREE = 0;

    private static final class Slots {
        /** {@link #FREE}, or the key of the host that is or was in the slot. The length is a power of two. */
        final long[] keys;

        final @Nullable Host[] hosts;

        Slots(int length) {
            keys = new long[length];
            hosts = new Host[length];
        }
    }

    private final long seed = new SecureRandom().nextLong();
    private volatile Slots slots = new Slots(MIN_SLOTS);
    private final AtomicInteger size = new AtomicInteger();
    /** The number of slots with a key. For the thread that changes the table. */
    private int used;

    /** Returns the number of hosts. */
    int size() {
        return size.getOpaque();
    }

    /** Returns the host with a key, or null. */
    @Nullable
    Host get(long key) {
        Slots now = slots;
        long[] keys = now.keys;
        int at = home(key, keys.length);
        while (true) {
            long found = (long) KEYS.getAcquire(keys, at);
            if (found == key) {
                return (Host) HOSTS.getAcquire(now.hosts, at);
            }
            if (found == FREE) {
                return null;
            }
            at = at + 1 & keys.length - 1;
        }
    }

    /** Returns the hosts in a new list, including some of those that are added or removed meanwhile. */
    List<Host> hosts() {
        @Nullable Host[] all = slots.hosts;
        var found = new ArrayList<Host>(size());
        for (int at = 0; at < all.length; at++) {
            Host host = (Host) HOSTS.getAcquire(all, at);
            if (host != null) {
                found.add(host);
            }
        }
        return found;
    }

    /** Adds a host, or replaces the one with the same key. */
    void put(Host host) {
        if (3L * used >= 2L * slots.keys.length) {
            rebuild();
        }
        if (set(slots, host.key(), host) == null) {
            size.setOpaque(size.getPlain() + 1);
        }
    }

    /** Removes the host with a key, if there is one. */
    void remove(long key) {
        if (get(key) != null) {
            set(slots, key, null);
            size.setOpaque(size.getPlain() - 1);
        }
    }

    /** Sets the host of a key, and returns the previous one. */
    private @Nullable Host set(Slots in, long key, @Nullable Host host) {
        int at = home(key, in.keys.length);
        while (in.keys[at] != key && in.keys[at] != FREE) {
            at = at + 1 & in.keys.length - 1;
        }
        Host previous = in.hosts[at];
        HOSTS.setRelease(in.hosts, at, host);
        if (in.keys[at] == FREE) {
            used++;
            KEYS.setRelease(in.keys, at, key);
        }
        return previous;
    }

    private void rebuild() {
        var fresh = new Slots(Math.max(MIN_SLOTS, 2 * Integer.highestOneBit(3 * size() + 1)));
        used = 0;
        hosts().forEach(host -> set(fresh, host.key(), host));
        slots = fresh;
    }

    /** Returns the uppermost bits of the hash (Fibonacci hashing). */
    private int home(long key, int length) {
        long hash = HashMixing.fibonacci(HashMixing.combine(seed, key));
        return (int) (hash >>> (Long.numberOfLeadingZeros(length) + 1));
    }
}

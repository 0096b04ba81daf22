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
 * A hash table of hosts by {@link HostKey}, with open addressing and linear probing (Knuth, The Art of Computer
 * Programming, volume 3, section 6.4, algorithm L). One thread changes it and any thread reads it, without a lock and
 * without boxing: forwarding looks up the destination of each packet.
 *
 * <p>A slot gets its key once, after its host. A removal clears the host and keeps the key, so that searches for other
 * keys still pass the slot. When two thirds of the slots have keys, the hosts move to new arrays that are at most a
 * third full, which readers see at once. The hash is seeded with a random number, which prevents chosen collisions.
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

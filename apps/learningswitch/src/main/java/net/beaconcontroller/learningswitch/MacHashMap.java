package net.beaconcontroller.learningswitch;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import net.beaconcontroller.common.HashMixing;

/**
 * A hash map from MAC addresses to 16-bit values, in one array with eight bytes per slot, so that a lookup usually
 * costs one cache miss. It uses linear probing with a load factor of at most two thirds, and grows by a quarter, which
 * keeps it within 16 bytes per entry.
 *
 * <pre>
 *   63                                            16 15             0
 *   | address                                       | value          |    all zeros: a free slot
 * </pre>
 *
 * The home slot of an address is its hash scaled to the number of home slots, so that entries are ordered by their
 * hashes, and a resize reads the old array and writes the new one sequentially. A few slots follow the last home slot;
 * the last of them is always free, so that a search does not wrap around. The hash is seeded with a random number,
 * which prevents chosen collisions. Removal shifts the following entries back (Knuth, TAOCP volume 3, section 6.4,
 * algorithm R), so that there are no tombstones.
 *
 * <p>The Beacon paper chose hopscotch hashing (section 6), which bounds the length of a search at higher load factors.
 * At this load factor, a successful search takes two probes on average, usually in the same cache line.
 */
final class MacHashMap {
    static final int NONE = 0;

    private static final int VALUE_BITS = 16;
    private static final int VALUE_MASK = (1 << VALUE_BITS) - 1;
    private static final int MIN_HOMES = 64;
    private static final int TAIL = 32;

    private static final int LARGE = 1 << 14;

    private final IntPredicate expired;
    private final long seed = ThreadLocalRandom.current().nextLong();
    private long[] slots = new long[MIN_HOMES + TAIL];
    private int homes = MIN_HOMES;
    private int size;

    /** Written so that the JIT compiler does not eliminate the loads of {@link #prefetch}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    /**
     * Creates an empty map.
     *
     * @param expired returns whether a value has expired, so that the map may remove its entry at any time
     */
    MacHashMap(IntPredicate expired) {
        this.expired = expired;
    }

    int size() {
        return size;
    }

    int bytes() {
        return slots.length * Long.BYTES;
    }

    /** Returns the value of an address, or {@link #NONE}. */
    int get(long address) {
        long[] all = slots;
        int at = home(address);
        long slot = all[at];
        while (slot >>> VALUE_BITS != address && slot != 0) {
            slot = all[++at];
        }
        return (int) slot & VALUE_MASK;
    }

    /**
     * Sets the value of an address.
     *
     * @param value 1 to 65535
     * @return the previous value, or {@link #NONE}
     */
    int put(long address, int value) {
        long[] all = slots;
        int at = home(address);
        long slot = all[at];
        while (slot >>> VALUE_BITS != address && slot != 0) {
            slot = all[++at];
        }
        long wanted = address << VALUE_BITS | value;
        if (slot == 0) {
            insert(at, wanted);
        } else if (slot != wanted) {
            all[at] = wanted;
        }
        return (int) slot & VALUE_MASK;
    }

    /** Returns whether the map probably exceeds the inner processor caches. */
    boolean isLarge() {
        return slots.length > LARGE;
    }

    /** Prefetches the slots of {@link #get} and {@link #put} for these home slots; the cache misses overlap. */
    void prefetch(int[] homeSlots, int count) {
        long[] all = slots;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += all[homeSlots[i]];
        }
        prefetched = sum;
    }

    private void insert(int freeSlot, long entry) {
        int at = freeSlot;
        while (3L * size >= 2L * homes || at == slots.length - 1) {
            rebuild(homes + homes / 4);
            at = freeSlot(entry >>> VALUE_BITS);
        }
        slots[at] = entry;
        size++;
    }

    private int freeSlot(long address) {
        int at = home(address);
        while (slots[at] != 0) {
            at++;
        }
        return at;
    }

    /** Removes the expired entries of a part of the map, in 256ths: {@code from} inclusive, {@code to} exclusive. */
    void sweep(int from, int to) {
        int end = part(to);
        for (int at = part(from); at < end; at++) {
            while (slots[at] != 0 && expired.test((int) slots[at] & VALUE_MASK)) {
                remove(at);
            }
        }
    }

    private int part(int number) {
        return (int) (((long) slots.length * number) >>> 8);
    }

    /** Removes an entry, and shifts back the following entries of the cluster that may be in an earlier slot. */
    private void remove(int removed) {
        int hole = removed;
        for (int at = hole + 1; slots[at] != 0; at++) {
            if (home(slots[at] >>> VALUE_BITS) <= hole) {
                slots[hole] = slots[at];
                hole = at;
            }
        }
        slots[hole] = 0;
        size--;
    }

    /** Shrinks the array if most of it is free. */
    void trim() {
        if (homes > MIN_HOMES && size < homes / 4) {
            rebuild(Math.max(MIN_HOMES, 2 * size));
        }
    }

    /** Copies the entries that have not expired into a new array. */
    private void rebuild(int newHomes) {
        long[] old = slots;
        // Allocated first, so that an OutOfMemoryError leaves the map unchanged.
        long[] larger = new long[newHomes + TAIL];
        slots = larger;
        homes = newHomes;
        size = 0;
        for (long entry : old) {
            if (entry != 0 && !expired.test((int) entry & VALUE_MASK)) {
                insert(freeSlot(entry >>> VALUE_BITS), entry);
            }
        }
    }

    /** Returns the home slot of an address: the upper half of its hash, scaled to the number of home slots. */
    int home(long address) {
        long hash = HashMixing.fibonacci(HashMixing.combine(seed, address));
        return (int) (((hash >>> 32) * homes) >>> 32);
    }
}

package net.beaconcontroller.learningswitch;

import java.security.SecureRandom;
import java.util.function.IntPredicate;
import net.beaconcontroller.net.HashMixing;

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
 * algorithm R), so that tombstones are not needed.
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

    /** The last of the slots, counted from the home slot, that {@link #put} compares without a branch. */
    private static final int LAST_COMPARED = 3;

    private final IntPredicate expired;
    private final long seed = new SecureRandom().nextLong();
    private long[] slots = new long[MIN_HOMES + TAIL];
    private int homes = MIN_HOMES;
    private int size;

    /** Written so that the JIT compiler does not eliminate the loads of {@link #prefetch}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    /**
     * Creates an empty map.
     *
     * @param expired returns whether a value has expired; called at any time, and if so, the map removes its entry
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
        return (int) slots[find(address)] & VALUE_MASK;
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
        long wanted = address << VALUE_BITS | value;
        // Nearly every packet repeats an entry that is in one of these slots. Four comparisons without a branch cost
        // less than the mispredicted end of a search.
        long equal = negativeIfZero(all[at] ^ wanted)
                | negativeIfZero(all[at + 1] ^ wanted)
                | negativeIfZero(all[at + 2] ^ wanted)
                | negativeIfZero(all[at + LAST_COMPARED] ^ wanted);
        return equal < 0 ? value : replace(wanted);
    }

    /** Returns a negative number if {@code value} is 0, else a positive one or 0. */
    private static long negativeIfZero(long value) {
        return value - 1 & ~value;
    }

    /** Sets an entry that is not among the slots that {@link #put} compares, and returns the previous value. */
    private int replace(long wanted) {
        int at = find(wanted >>> VALUE_BITS);
        long previous = slots[at];
        if (previous == 0) {
            insert(at, wanted);
        } else {
            slots[at] = wanted;
        }
        return (int) previous & VALUE_MASK;
    }

    /** Returns the slot of an address, or the free slot where its entry belongs. */
    private int find(long address) {
        long[] all = slots;
        int at = home(address);
        while (all[at] >>> VALUE_BITS != address && all[at] != 0) {
            at++;
        }
        return at;
    }

    /**
     * Loads the slots of {@link #get} and {@link #put} for these home slots into the processor's cache. The loads are
     * independent of each other and follow closely, so that the cache misses overlap. The slots that {@link #put}
     * compares may lie in two cache lines.
     */
    void prefetch(int[] homeSlots, int count) {
        long[] all = slots;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += all[homeSlots[i]] + all[homeSlots[i] + LAST_COMPARED];
        }
        prefetched = sum;
    }

    private void insert(int freeSlot, long entry) {
        int at = freeSlot;
        while (3L * size >= 2L * homes || at == slots.length - 1) {
            rebuild(homes + homes / 4);
            at = find(entry >>> VALUE_BITS);
        }
        slots[at] = entry;
        size++;
    }

    /** Removes the expired entries of a part of the map, in 256ths: {@code from} inclusive, {@code to} exclusive. */
    void sweep(int from, int to) {
        int end = part(to);
        for (int at = part(from); at < end; at++) {
            while (slots[at] != 0 && expired.test((int) slots[at] & VALUE_MASK)) {
                removeAt(at);
            }
        }
    }

    private int part(int number) {
        return (int) (((long) slots.length * number) >>> 8);
    }

    /** Removes the entry of an address, if there is one. */
    void remove(long address) {
        int at = find(address);
        if (slots[at] != 0) {
            removeAt(at);
        }
    }

    /** Removes an entry, and shifts back the following entries of the cluster that may be in an earlier slot. */
    private void removeAt(int removed) {
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
                insert(find(entry >>> VALUE_BITS), entry);
            }
        }
    }

    /** Returns the home slot of an address: the upper half of its hash, scaled to the number of home slots. */
    int home(long address) {
        long hash = HashMixing.fibonacci(HashMixing.combine(seed, address));
        return (int) (((hash >>> 32) * homes) >>> 32);
    }
}

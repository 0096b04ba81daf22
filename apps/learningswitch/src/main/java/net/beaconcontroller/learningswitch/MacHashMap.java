package net.beaconcontroller.learningswitch;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import net.beaconcontroller.common.HashMixing;

/**
 * A number of 16 bits for each Ethernet address: a hash table in one array, eight bytes a slot, so that a lookup is one cache
 * miss as a rule. Linear probing, at most two thirds full; it grows by a quarter, which keeps it within 16 bytes an entry.
 *
 * <pre>
 *   63                                            16 15             0
 *   | address                                       | value          |    all zeros: a free slot
 * </pre>
 *
 * An address's home is its hash scaled to the number of homes, so entries lie in the order of their hashes: growing goes
 * through the old array and the new one from end to end, and misses no cache. Behind the last home lie a few slots more, of
 * which the last is always free, so that no search has to wrap around. The hash depends on a random number, so that nobody
 * outside can choose addresses that meet. Removing moves what follows back, so there are no tombstones.
 *
 * <p>The Beacon paper chose hopscotch hashing (section 6), which bounds a search at higher load. At this load a search takes two
 * steps on the average where the address is there, as a rule in the same line of the cache.
 */
final class MacHashMap {
    static final int NONE = 0;

    private static final int VALUE_BITS = 16;
    private static final int VALUE_MASK = (1 << VALUE_BITS) - 1;
    private static final int MIN_HOMES = 64;
    private static final int TAIL = 32;

    private static final int LARGE = 1 << 14;

    private final IntPredicate dead;
    private final long seed = ThreadLocalRandom.current().nextLong();
    private long[] slots = new long[MIN_HOMES + TAIL];
    private int homes = MIN_HOMES;
    private int size;

    @SuppressWarnings("UnusedVariable") // written so that loads are not left out
    private long loaded;

    /**
     * An empty table.
     *
     * @param dead which values may be dropped, whenever the table comes across them
     */
    MacHashMap(IntPredicate dead) {
        this.dead = dead;
    }

    int size() {
        return size;
    }

    int bytes() {
        return slots.length * Long.BYTES;
    }

    /** The value, or {@link #NONE}. */
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
     * Sets the value.
     *
     * @param value 1 to 65535
     * @return what it was before, or {@link #NONE}
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

    /** Whether it is not expected to lie in the nearer caches. */
    boolean isLarge() {
        return slots.length > LARGE;
    }

    /** Loads what {@link #get} and {@link #put} load for addresses whose homes these are; the cache misses overlap. */
    void load(int[] itsHomes, int count) {
        long[] all = slots;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += all[itsHomes[i]];
        }
        loaded = sum;
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

    /** Drops the dead among the slots of a part of the table, in 256ths: from {@code from} on, before {@code to}. */
    void sweep(int from, int to) {
        int end = part(to);
        for (int at = part(from); at < end; at++) {
            while (slots[at] != 0 && dead.test((int) slots[at] & VALUE_MASK)) {
                remove(at);
            }
        }
    }

    private int part(int number) {
        return (int) (((long) slots.length * number) >>> 8);
    }

    /** Fills the hole with the next entry of the same run that may be there, and that one's hole likewise. */
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

    /** Gives memory back that a shrunken table does not need. */
    void trim() {
        if (homes > MIN_HOMES && size < homes / 4) {
            rebuild(Math.max(MIN_HOMES, 2 * size));
        }
    }

    /** Puts all entries but the dead into a new array. */
    private void rebuild(int newHomes) {
        long[] old = slots;
        long[] made = new long[newHomes + TAIL]; // before anything changes: there may be no memory for it
        slots = made;
        homes = newHomes;
        size = 0;
        for (long entry : old) {
            if (entry != 0 && !dead.test((int) entry & VALUE_MASK)) {
                insert(freeSlot(entry >>> VALUE_BITS), entry);
            }
        }
    }

    /** Returns the slot at which a search for the address begins: the upper half of its hash, scaled to the number of homes. */
    int home(long address) {
        long hash = HashMixing.fibonacci(HashMixing.combine(seed, address));
        return (int) (((hash >>> 32) * homes) >>> 32);
    }
}

package net.beaconcontroller.learningswitch;

import net.beaconcontroller.net.HashMixing;

/**
 * A hash table with hopscotch hashing (Herlihy, Shavit, Tzafrir, DISC 2008), which the learning switch of the Beacon
 * paper used. An entry is within 32 slots of its home slot, whose bitmap records the positions.
 */
final class Hopscotch {
    private static final int VALUE_BITS = 16;
    private static final int NEIGHBORHOOD = 32;

    /** Address and value, or 0 for a free slot. */
    private long[] slots;
    /** The neighborhood bitmap of each home slot. */
    private int[] hops;

    private int homes;

    Hopscotch(int firstHomes) {
        homes = firstHomes;
        slots = new long[firstHomes + NEIGHBORHOOD];
        hops = new int[firstHomes];
    }

    long bytes() {
        return (long) slots.length * Long.BYTES + (long) hops.length * Integer.BYTES;
    }

    /** Returns the value, or 0. */
    int get(long address) {
        int home = home(address);
        for (int left = hops[home]; left != 0; left &= left - 1) {
            long slot = slots[home + Integer.numberOfTrailingZeros(left)];
            if (slot >>> VALUE_BITS == address) {
                return (int) slot & 0xffff;
            }
        }
        return 0;
    }

    /** Adds a new address with a value of 1 to 65535. */
    void add(long address, int value) {
        long entry = address << VALUE_BITS | value;
        while (!insert(entry)) {
            grow();
        }
    }

    private boolean insert(long entry) {
        int home = home(entry >>> VALUE_BITS);
        int free = home;
        while (free < slots.length && slots[free] != 0) {
            free++;
        }
        while (free < slots.length && free - home >= NEIGHBORHOOD) {
            free = hopNearer(free);
        }
        if (free < 0 || free >= slots.length) {
            return false;
        }
        slots[free] = entry;
        hops[home] |= 1 << (free - home);
        return true;
    }

    /**
     * Moves an entry to the free slot if its neighborhood allows. Returns the slot that becomes free, or a large
     * number.
     */
    private int hopNearer(int free) {
        for (int home = Math.max(0, free - NEIGHBORHOOD + 1); home < Math.min(free, homes); home++) {
            if (hops[home] != 0) {
                int hop = Integer.numberOfTrailingZeros(hops[home]);
                if (home + hop < free) {
                    slots[free] = slots[home + hop];
                    slots[home + hop] = 0;
                    hops[home] = (hops[home] & ~(1 << hop)) | 1 << (free - home);
                    return home + hop;
                }
            }
        }
        return Integer.MAX_VALUE;
    }

    private void grow() {
        long[] old = slots;
        boolean fits;
        do {
            homes += homes / 4;
            slots = new long[homes + NEIGHBORHOOD];
            hops = new int[homes];
            fits = true;
            for (int i = 0; i < old.length && fits; i++) {
                fits = old[i] == 0 || insert(old[i]);
            }
        } while (!fits);
    }

    private int home(long address) {
        long hash = HashMixing.fibonacci(HashMixing.combine(0, address));
        return (int) (((hash >>> 32) * homes) >>> 32);
    }
}

package net.beaconcontroller.devices;

import net.beaconcontroller.net.HashMixing;
import net.beaconcontroller.openflow.PortNumber;

/**
 * The hosts that were recently looked up for packets of one switch: a direct-mapped cache of their ports at the switch.
 * It has two words per host, so that a packet of a known host to another costs two cache misses at most.
 *
 * <p>Entries are valid for the <em>period</em> in which they were added. Used on the loop of the switch.
 */
final class RecentHosts {
    private static final int MIN_SLOTS = 1 << 6;
    private static final int MAX_SLOTS = 1 << 14;
    private static final int WORDS = 2;

    /** Each slot has a {@link HostKey} and a word of the port, the period, and whether the host has sent a packet. */
    private long[] slots = new long[WORDS * MIN_SLOTS];

    /** The period, shifted by the bit for hosts that have sent a packet. */
    private int period;

    private int evictions;

    /** Begins a period, or continues the present one if the lower 31 bits of the number are the same. */
    void setPeriod(int number) {
        period = number << 1;
    }

    /** Returns whether {@link #sent} was called for the host and this port in this period. */
    boolean hasSent(long key, long port) {
        int at = slotOf(key);
        return slots[at] == key && slots[at + 1] == (port << Integer.SIZE | Integer.toUnsignedLong(period | 1));
    }

    /** Returns the port that was added for a host in this period; {@link PortNumber#ANY} if there is none. */
    long port(long key) {
        int at = slotOf(key);
        long word = slots[at + 1];
        return key != 0 && slots[at] == key && ((int) word & ~1) == period ? word >>> Integer.SIZE : PortNumber.ANY;
    }

    /** Adds a host that has sent a packet. */
    void sent(long key, long port) {
        put(key, port, period | 1);
    }

    /** Adds a host that may not have sent a packet. */
    void add(long key, long port) {
        put(key, port, period);
    }

    private void put(long key, long port, int state) {
        int at = slotOf(key);
        if (slots[at] != 0
                && slots[at] != key
                && ++evictions > slots.length / WORDS
                && slots.length < WORDS * MAX_SLOTS) {
            slots = new long[2 * slots.length];
            evictions = 0;
            at = slotOf(key);
        }
        slots[at] = key;
        slots[at + 1] = port << Integer.SIZE | Integer.toUnsignedLong(state);
    }

    /**
     * Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4): the uppermost bits are the
     * slot. It has no seed, because packets with addresses that share a slot cost a lookup in the index and no more.
     */
    private int slotOf(long key) {
        return WORDS * (int) (HashMixing.fibonacci(key) >>> (Long.numberOfLeadingZeros(slots.length / WORDS) + 1));
    }
}

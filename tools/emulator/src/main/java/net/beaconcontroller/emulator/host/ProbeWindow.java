package net.beaconcontroller.emulator.host;

import org.jspecify.annotations.Nullable;

/**
 * The set of ids that a host has received, which are consecutive in the network. It keeps the newest ids in a ring of
 * bits, like the anti-replay window of IPsec (RFC 4303 section 3.4.3, RFC 6479), in 8 KB. Ids older than the window
 * count as new, because a packet can arrive late over a slow link.
 */
final class ProbeWindow {
    static final int SIZE = 1 << 16;

    private long @Nullable [] bits;
    private long newest = -1;

    /** Adds an id, at least 0. Returns false if it is in the set. */
    boolean add(long id) {
        if (bits == null) {
            bits = new long[SIZE / Long.SIZE];
        }
        if (id > newest) {
            forget(bits, Math.max(newest + 1, id - SIZE + 1), id);
            newest = id;
        }
        if (id <= newest - SIZE) {
            return true;
        }
        boolean isNew = !isSet(bits, id);
        bits[word(id)] |= 1L << id;
        return isNew;
    }

    /** Whether the id is in the set. */
    boolean has(long id) {
        return bits != null && id <= newest && id > newest - SIZE && isSet(bits, id);
    }

    private static boolean isSet(long[] bits, long id) {
        return (bits[word(id)] & 1L << id) != 0;
    }

    private static void forget(long[] bits, long first, long last) {
        for (long id = first; id <= last; id++) {
            bits[word(id)] &= ~(1L << id);
        }
    }

    private static int word(long id) {
        return (int) (id % SIZE) / Long.SIZE;
    }
}

package net.beaconcontroller.emulator.host;

import org.jspecify.annotations.Nullable;

/**
 * Which probes a host has had, by their ids, which grow by one in the network. It remembers the newest ids in a ring of
 * bits, as IPsec does against replay (RFC 4303 section 3.4.3, RFC 6479): 8 KB, however many come. Of a probe that is older than
 * the ring reaches nobody knows; it is taken for new, as a slow link may be beside a fast one.
 */
final class ProbeWindow {
    static final int SIZE = 1 << 16;

    private long @Nullable [] bits;
    private long newest = -1;

    /** Notes the id, 0 or more; false if it was here before. */
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

    /** Whether the probe was here, as far as is remembered. */
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

package net.beaconcontroller.learningswitch;

import java.util.Arrays;
import java.util.BitSet;
import net.beaconcontroller.net.HashMixing;

/**
 * Small indexes for the ports of a switch, 1 to {@link #MAX}, which fit into the entries of a map. A port that goes
 * down loses its index immediately. An index is only reused when no map contains it any more.
 */
final class PortIndex {
    /** No index. */
    static final int NONE = 0;

    static final int MAX = (1 << 12) - 1;

    private static final int NUMBER_SHIFT = 12;

    /** The port of each index, or {@link MacTable#UNKNOWN}. */
    private long[] ports = new long[16];
    /** The number of entries with each index. */
    private int[] entries = new int[16];
    /** A hash table with open addressing, at most half full: port and index, or 0. */
    private long[] slots = new long[64];

    private final BitSet used = new BitSet();
    private BitSet retired = new BitSet();
    private BitSet retiredBefore = new BitSet();
    private int last;

    PortIndex() {
        Arrays.fill(ports, MacTable.UNKNOWN);
        used.set(NONE);
    }

    /** Returns the index of a port, and assigns one if it has none; {@link #NONE} if all are in use. */
    int of(long port) {
        return ports[last] == port ? last : find(port);
    }

    private int find(long port) {
        int at = home(port);
        while (slots[at] != 0 && slots[at] >>> NUMBER_SHIFT != port) {
            at = at + 1 & slots.length - 1;
        }
        last = slots[at] == 0 ? add(port) : (int) slots[at] & MAX;
        return last;
    }

    private int add(long port) {
        int index = used.nextClearBit(0);
        if (index > MAX) {
            return NONE;
        }
        used.set(index);
        if (index >= ports.length) {
            int length = ports.length;
            ports = Arrays.copyOf(ports, 2 * length);
            Arrays.fill(ports, length, ports.length, MacTable.UNKNOWN);
            entries = Arrays.copyOf(entries, 2 * length);
        }
        ports[index] = port;
        rebuild();
        return index;
    }

    /** Returns the port of an index, or {@link MacTable#UNKNOWN} if it is down. */
    long port(int index) {
        return ports[index];
    }

    /** Counts an entry with this index. Returns the number of them. */
    int added(int index) {
        return ++entries[index];
    }

    /** Called when an entry with this index was removed, or has another index now. */
    void removed(int index) {
        entries[index]--;
    }

    /** Invalidates the index of a port that went down. */
    void retire(long port) {
        for (int index = 1; index < ports.length; index++) {
            if (ports[index] == port) {
                ports[index] = MacTable.UNKNOWN;
                retired.set(index);
                rebuild();
            }
        }
    }

    /** Frees the indexes that were retired before the previous sweep of all maps. */
    void swept() {
        used.andNot(retiredBefore);
        retiredBefore = retired;
        retired = new BitSet();
    }

    /** Rebuilds the hash table. */
    private void rebuild() {
        slots = new long[Math.max(64, 4 * Integer.highestOneBit(used.cardinality()))];
        for (int index = 1; index < ports.length; index++) {
            if (ports[index] != MacTable.UNKNOWN) {
                int at = home(ports[index]);
                while (slots[at] != 0) {
                    at = at + 1 & slots.length - 1;
                }
                slots[at] = ports[index] << NUMBER_SHIFT | index;
            }
        }
    }

    private int home(long port) {
        return (int) (HashMixing.fibonacci(port) >>> 40) & slots.length - 1;
    }
}

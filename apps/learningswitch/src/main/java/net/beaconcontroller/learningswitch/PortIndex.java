package net.beaconcontroller.learningswitch;

import java.util.Arrays;
import java.util.BitSet;
import net.beaconcontroller.common.HashMixing;

/**
 * Small numbers for the ports of a switch, 1 to {@link #MAX}, so that a table can keep them in a few bits. A port that went
 * down loses its number at once; the number is used again only when nothing in the tables has it any more.
 */
final class PortIndex {
    /** No number. */
    static final int NONE = 0;

    static final int MAX = (1 << 12) - 1;

    private static final int NUMBER_SHIFT = 12;

    /** By index: the port, or {@link MacTable#UNKNOWN}. */
    private long[] ports = new long[16];
    /** Open addressing, at most half full: port and index, or 0. */
    private long[] slots = new long[64];

    private final BitSet used = new BitSet();
    private BitSet retired = new BitSet();
    private BitSet retiredBefore = new BitSet();
    private int last;

    PortIndex() {
        Arrays.fill(ports, MacTable.UNKNOWN);
        used.set(NONE);
    }

    /** The index of a port, a new one if it has none; {@link #NONE} if all are used. */
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
        }
        ports[index] = port;
        index();
        return index;
    }

    /** The port of an index, or {@link MacTable#UNKNOWN} where it is down. */
    long port(int index) {
        return ports[index];
    }

    /** The port is down: what is known of hosts on it holds no more. */
    void retire(long port) {
        for (int index = 1; index < ports.length; index++) {
            if (ports[index] == port) {
                ports[index] = MacTable.UNKNOWN;
                retired.set(index);
                index();
            }
        }
    }

    /** All tables were swept once more: what was retired before that is free. */
    void swept() {
        used.andNot(retiredBefore);
        retiredBefore = retired;
        retired = new BitSet();
    }

    /** Makes the slots anew. */
    private void index() {
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

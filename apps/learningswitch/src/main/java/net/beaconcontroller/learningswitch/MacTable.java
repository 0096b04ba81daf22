package net.beaconcontroller.learningswitch;

import java.util.Arrays;

/**
 * On which port an Ethernet address was last heard, per VLAN. A hash table of primitive numbers with linear probing, at most
 * half full; it allocates only when it grows. When it is full it starts anew: what is in use is soon learned again.
 */
final class MacTable {
    /** The port of an address that was not heard. */
    static final long UNKNOWN = -1;

    private static final int INITIAL_SLOTS = 1 << 6;
    private static final int MAX_ENTRIES = 1 << 20;

    /** Marks a slot that is used, above the 12 bits of the VLAN and the 48 of the address. */
    private static final long USED = 1L << 60;

    private long[] keys = new long[INITIAL_SLOTS];
    private int[] ports = new int[INITIAL_SLOTS];
    private int size;

    /** Takes note of an address. Returns whether it was known on another port. */
    boolean learn(int vlan, long address, long port) {
        long key = key(vlan, address);
        int slot = slotOf(key);
        if (keys[slot] == key) {
            boolean moved = ports[slot] != (int) port;
            ports[slot] = (int) port;
            return moved;
        }
        insert(slot, key, (int) port);
        return false;
    }

    /** The port, or {@link #UNKNOWN}. */
    long portOf(int vlan, long address) {
        long key = key(vlan, address);
        int slot = slotOf(key);
        return keys[slot] == key ? Integer.toUnsignedLong(ports[slot]) : UNKNOWN;
    }

    /** Forgets all addresses of a port. */
    void forget(long port) {
        rebuild(keys.length, (int) port);
    }

    int size() {
        return size;
    }

    private void insert(int freeSlot, long key, int port) {
        int slot = freeSlot;
        if (size == MAX_ENTRIES) {
            Arrays.fill(keys, 0);
            size = 0;
            slot = slotOf(key);
        } else if (2 * (size + 1) > keys.length) {
            rebuild(2 * keys.length, -1);
            slot = slotOf(key);
        }
        keys[slot] = key;
        ports[slot] = port;
        size++;
    }

    /** Puts all entries but those of one port into a table of this many slots. No switch has a port of number -1. */
    private void rebuild(int slots, int withoutPort) {
        long[] oldKeys = keys;
        int[] oldPorts = ports;
        keys = new long[slots];
        ports = new int[slots];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0 && oldPorts[i] != withoutPort) {
                int slot = slotOf(oldKeys[i]);
                keys[slot] = oldKeys[i];
                ports[slot] = oldPorts[i];
                size++;
            }
        }
    }

    /** A frame without a tag, or whose tag has a priority only, is in VLAN 0. */
    private static long key(int vlan, long address) {
        return USED | (long) Math.max(0, vlan) << 48 | address;
    }

    /** Where the key is, or the free slot where it would be. */
    private int slotOf(long key) {
        int mask = keys.length - 1;
        long mixed = key * 0x9e3779b97f4a7c15L; // Fibonacci hashing, Knuth, TAOCP volume 3, section 6.4
        int slot = (int) (mixed >>> 32) & mask;
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}

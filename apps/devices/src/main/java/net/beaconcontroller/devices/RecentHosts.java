package net.beaconcontroller.devices;

import net.beaconcontroller.net.HashMixing;
import net.beaconcontroller.openflow.PortNumber;

/**
 * The hosts that were recently looked up for packets of one switch: a direct-mapped cache of their ports at the switch.
 * For the loop of the switch.
 *
 * <h2>The questions</h2>
 *
 * {@link HostLearner} asks for the source of each IPv4 packet: did this host send one at this port a moment ago? If so,
 * the packet has nothing new, and nothing else is done for it. Forwarding asks for the destination: to which port is it
 * attached? A packet of a known host to another costs two cache misses at most here, where the {@link DeviceIndex}
 * would cost several: a slot of its table, the host and its attachment.
 *
 * <h2>A slot</h2>
 *
 * <pre>
 *   word 0   the HostKey: MAC address and VLAN
 *   word 1   | port, 32 bits | period, 31 bits | has sent a packet, 1 bit |
 * </pre>
 *
 * A key has one possible slot, by the upper part of its hash, and a new host overwrites the host in its slot. Both
 * words of a slot are in one cache line. An answer that is missing costs a lookup in the index, and no more, so the
 * hash needs no seed: an attacker who chooses addresses that share a slot only makes the loop look them up, as it does
 * for unknown addresses anyway. The cache doubles, up to 16,384 slots, after as many evictions as it has slots; its
 * content is lost then, and comes back with the next packets.
 *
 * <h2>How an entry becomes invalid</h2>
 *
 * Nothing is ever deleted. An entry is valid only in the <em>period</em> in which it was added: {@link #setPeriod}
 * begins a new one, and all entries are invalid at once, for the cost of an assignment. {@link HostLearner} derives the
 * number of the period from two sources:
 *
 * <ul>
 *   <li>{@link DeviceIndex#changes}: a host has left a port, so that an entry may be wrong; or the device thread waits
 *       for the next packet of a host, in which {@link HostLearner} must not pass over it.
 *   <li>the time, in steps of 134 ms: so that the time at which a host was last seen is updated several times a second,
 *       though not with each packet.
 * </ul>
 *
 * A host that has moved to a port of the same switch is noticed by its next packet in any case, because the port is
 * compared. The 31 bits of the period repeat after 2³¹ steps, nine years without changes of hosts; an entry of so long
 * ago is in a slot that no packet has used since.
 *
 * <p>{@link #sent} and {@link #add} differ in one bit: a packet to a host does not prove that the host is
 * still there. The next packet of the host is handled as new, which updates the time when it was last seen.
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

    /** Adds a host that has sent an IPv4 packet without a new source address. */
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

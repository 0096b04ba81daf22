package net.beaconcontroller.learningswitch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The number of addresses in the tables of all switches, and its limit. The hosts choose their addresses, so a table
 * may only have as many as there is room for further ones: one switch uses half of the room, two use a third each.
 * Thread-safe.
 */
final class AddressTotal {
    /** The maximum size of a {@link MacHashMap} per entry. */
    private static final int BYTES_PER_ADDRESS = 16;

    private final long limit;
    private final AtomicLong total = new AtomicLong();
    private final LongAdder refused = new LongAdder();

    /** Creates an object for the number of addresses that half of the heap has room for. */
    AddressTotal() {
        this(Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_ADDRESS);
    }

    AddressTotal(long limit) {
        this.limit = limit;
    }

    /**
     * Adds the change of a table's size.
     *
     * @return the number of addresses up to which a table may grow
     */
    int add(int change) {
        return Math.clamp(limit - total.addAndGet(change), 0, MacTable.MAX_ENTRIES);
    }

    long value() {
        return total.get();
    }

    /** Counts a packet whose source was not learned. */
    void countRefused() {
        refused.increment();
    }

    long refused() {
        return refused.sum();
    }
}

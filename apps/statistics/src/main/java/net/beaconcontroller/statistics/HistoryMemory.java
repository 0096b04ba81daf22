package net.beaconcontroller.statistics;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that the histories of all switches may use. Thread-safe. */
final class HistoryMemory {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    /** @param limit in bytes */
    HistoryMemory(long limit) {
        this.limit = limit;
    }

    /** Takes memory. Returns false, without taking it, if there is not enough. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) > limit) {
            used.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Returns the used memory in bytes. */
    long used() {
        return used.get();
    }
}

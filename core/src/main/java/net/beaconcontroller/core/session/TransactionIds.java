package net.beaconcontroller.core.session;

import java.util.concurrent.atomic.AtomicInteger;

/** Assigns the transaction ids of the messages to a switch. */
final class TransactionIds {
    /** More messages than a switch has received and not answered. */
    private static final int RECENT = 1 << 20;

    private final AtomicInteger nextShared = new AtomicInteger(Integer.MIN_VALUE);
    private int next = 1;
    private boolean isReused;

    /** Returns the next id of messages that the switch's executor sends: from 1 to 2^31 - 1. On the executor. */
    long next() {
        int id = next;
        if (id == Integer.MAX_VALUE) {
            next = 1;
            isReused = true;
        } else {
            next = id + 1;
        }
        return id;
    }

    /** Returns the next id of requests and of messages that other threads send: from 2^31 on. Thread-safe. */
    long nextShared() {
        return Integer.toUnsignedLong(nextShared.getAndIncrement() | Integer.MIN_VALUE);
    }

    /** Returns whether an id was assigned to one of the last {@link #RECENT} messages of its kind. On the executor. */
    boolean isRecent(long xid) {
        if (xid >>> 31 == 0) {
            long age = (next - 1 - xid) & Integer.MAX_VALUE;
            return age < (isReused ? RECENT : Math.min(RECENT, next - 1));
        }
        int shared = nextShared.get();
        long assigned = Integer.toUnsignedLong(shared - Integer.MIN_VALUE);
        return ((shared - 1 - xid) & Integer.MAX_VALUE) < Math.min(RECENT, assigned);
    }
}

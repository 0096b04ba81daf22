package net.beaconcontroller.core;

import java.util.concurrent.atomic.AtomicInteger;

/** Assigns the transaction ids of the messages to a switch. */
final class TransactionIds {
    private final AtomicInteger nextShared = new AtomicInteger(Integer.MIN_VALUE);
    private int next = 1;

    /** Returns the next id of messages that the switch's executor sends: from 1 to 2^31 - 1. On the executor. */
    long next() {
        int id = next;
        next = id == Integer.MAX_VALUE ? 1 : id + 1;
        return id;
    }

    /** Returns the next id of requests and of messages that other threads send: from 2^31 on. Thread-safe. */
    long nextShared() {
        return Integer.toUnsignedLong(nextShared.getAndIncrement() | Integer.MIN_VALUE);
    }
}

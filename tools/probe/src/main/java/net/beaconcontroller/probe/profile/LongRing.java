package net.beaconcontroller.probe.profile;

/** A first-in, first-out queue of longs that grows on demand. Not thread-safe. */
final class LongRing {
    private long[] values = new long[64];
    private long head;
    private long tail;

    boolean isEmpty() {
        return head == tail;
    }

    int size() {
        return (int) (tail - head);
    }

    void add(long value) {
        if (size() == values.length) {
            grow();
        }
        values[(int) tail++ & (values.length - 1)] = value;
    }

    /** Returns the oldest value. */
    long first() {
        return values[(int) head & (values.length - 1)];
    }

    long remove() {
        return values[(int) head++ & (values.length - 1)];
    }

    private void grow() {
        var longer = new long[2 * values.length];
        for (long at = head; at < tail; at++) {
            longer[(int) at & (longer.length - 1)] = values[(int) at & (values.length - 1)];
        }
        values = longer;
    }
}

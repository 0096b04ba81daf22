package net.beaconcontroller.routing;

import java.util.Arrays;

/** Switches by their distances, the nearest first: a binary heap in an array. */
final class DistanceHeap {
    /** The distance in the upper half, the number of the switch in the lower. */
    private long[] entries = new long[64];

    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(int distance, int number) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
        }
        long entry = (long) distance << Integer.SIZE | number;
        int at = size++;
        while (at > 0 && entries[above(at)] > entry) {
            entries[at] = entries[above(at)];
            at = above(at);
        }
        entries[at] = entry;
    }

    private static int above(int at) {
        return (at - 1) >>> 1;
    }

    /** Takes out the nearest: {@link #distance} and {@link #number} tell what it is. */
    long poll() {
        long least = entries[0];
        long last = entries[--size];
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && entries[child + 1] < entries[child]) {
                child++;
            }
            if (entries[child] >= last) {
                break;
            }
            entries[at] = entries[child];
            at = child;
            child = 2 * at + 1;
        }
        entries[at] = last;
        return least;
    }

    static int distance(long entry) {
        return (int) (entry >>> Integer.SIZE);
    }

    static int number(long entry) {
        return (int) entry;
    }
}

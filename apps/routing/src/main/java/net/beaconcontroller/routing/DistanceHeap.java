package net.beaconcontroller.routing;

import java.util.Arrays;

/**
 * A binary min-heap of vertices by distance. An entry holds the distance in the upper half and the vertex in the lower
 * half.
 */
final class DistanceHeap {
    private long[] entries = new long[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(int distance, int vertex) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
        }
        long entry = (long) distance << Integer.SIZE | vertex;
        int at = size++;
        while (at > 0 && entries[parent(at)] > entry) {
            entries[at] = entries[parent(at)];
            at = parent(at);
        }
        entries[at] = entry;
    }

    private static int parent(int at) {
        return (at - 1) >>> 1;
    }

    /** Removes and returns the entry with the least distance; see {@link #distance} and {@link #vertex}. */
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

    static int vertex(long entry) {
        return (int) entry;
    }
}

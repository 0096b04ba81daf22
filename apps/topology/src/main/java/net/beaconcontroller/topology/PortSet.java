package net.beaconcontroller.topology;

import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** An immutable set of port numbers of one switch: a bitmap for numbers below 4096, a sorted list for all. */
public final class PortSet {
    public static final PortSet NONE = new PortSet(List.of());

    private final List<Long> numbers;
    private final long[] bitmap;

    PortSet(Collection<Long> numbers) {
        this.numbers = numbers.stream().sorted().toList();
        long largest = this.numbers.stream()
                .filter(PortSet::isInBitmap)
                .reduce(Math::max)
                .orElse(0L);
        bitmap = new long[(int) (largest >>> 6) + 1];
        for (long port : numbers) {
            if (isInBitmap(port)) {
                bitmap[(int) (port >>> 6)] |= 1L << port;
            }
        }
    }

    private static boolean isInBitmap(long port) {
        return port < 1 << 12;
    }

    public boolean contains(long port) {
        int word = (int) (port >>> 6);
        return isInBitmap(port)
                ? word < bitmap.length && (bitmap[word] & 1L << port) != 0
                : Collections.binarySearch(numbers, port) >= 0;
    }

    /** Returns the port numbers in ascending order. */
    public List<Long> numbers() {
        return numbers;
    }
}

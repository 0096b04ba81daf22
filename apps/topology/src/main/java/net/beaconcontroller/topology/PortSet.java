package net.beaconcontroller.topology;

import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Some ports of a switch. Does not change; asking costs a few instructions. */
public final class PortSet {
    public static final PortSet NONE = new PortSet(List.of());

    private final List<Long> numbers;
    /** A bit for each number that is small, as most are. */
    private final long[] small;

    PortSet(Collection<Long> numbers) {
        this.numbers = numbers.stream().sorted().toList();
        long largest =
                this.numbers.stream().filter(PortSet::isSmall).reduce(Math::max).orElse(0L);
        small = new long[(int) (largest >>> 6) + 1];
        for (long port : numbers) {
            if (isSmall(port)) {
                small[(int) (port >>> 6)] |= 1L << port;
            }
        }
    }

    private static boolean isSmall(long port) {
        return port < 1 << 12;
    }

    public boolean contains(long port) {
        int word = (int) (port >>> 6);
        return isSmall(port)
                ? word < small.length && (small[word] & 1L << port) != 0
                : Collections.binarySearch(numbers, port) >= 0;
    }

    /** The numbers, in their order. */
    public List<Long> numbers() {
        return numbers;
    }
}

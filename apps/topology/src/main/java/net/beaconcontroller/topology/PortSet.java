package net.beaconcontroller.topology;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;

/** Some ports of a switch. Does not change; asking costs a few instructions. */
public final class PortSet {
    public static final PortSet NONE = new PortSet(List.of());

    private final long[] sorted;
    /** A bit for each number that is small, as most are. */
    private final long[] small;

    PortSet(Collection<Long> numbers) {
        sorted = numbers.stream().mapToLong(Long::longValue).sorted().toArray();
        long largest = LongStream.of(sorted).filter(PortSet::isSmall).max().orElse(0);
        small = new long[(int) (largest >>> 6) + 1];
        LongStream.of(sorted).filter(PortSet::isSmall).forEach(port -> small[(int) (port >>> 6)] |= 1L << port);
    }

    private static boolean isSmall(long port) {
        return port < 1 << 12;
    }

    public boolean contains(long port) {
        int word = (int) (port >>> 6);
        return isSmall(port)
                ? word < small.length && (small[word] & 1L << port) != 0
                : Arrays.binarySearch(sorted, port) >= 0;
    }

    /** The numbers, in their order. */
    public List<Long> numbers() {
        return LongStream.of(sorted).boxed().toList();
    }
}

package net.beaconcontroller.net;

/**
 * Functions that spread the bits of numbers over a hash. They are deterministic and without a secret: a table whose
 * keys an attacker can choose starts {@link #combine} from a random seed.
 */
public final class HashMixing {
    /** The odd number next to 2<sup>64</sup> divided by the golden ratio. */
    private static final long GOLDEN_RATIO = 0x9e37_79b9_7f4a_7c15L;

    private HashMixing() {}

    /**
     * Returns the Fibonacci hash of a key: Knuth, The Art of Computer Programming, volume 3, section 6.4. The upper
     * bits depend on all bits of the key, the lower ones do not: shift right to get a table index.
     */
    public static long fibonacci(long key) {
        return key * GOLDEN_RATIO;
    }

    /**
     * Returns a hash of what {@code hash} stands for, followed by {@code word}. One multiplication; the lower 32 bits
     * are well mixed, and {@link #fibonacci} of the result has well mixed upper bits.
     */
    public static long combine(long hash, long word) {
        long product = fibonacci(hash ^ word);
        return product ^ product >>> 32;
    }

    /** Returns a hash of {@code length} bytes of the array, which depends on a seed. The upper bits are well mixed. */
    public static long hash(long seed, byte[] array, int offset, int length) {
        long hash = seed + length;
        int at = offset;
        for (int end = offset + length - Long.BYTES; at <= end; at += Long.BYTES) {
            hash = combine(hash, ByteAccess.getLong(array, at));
        }
        for (; at < offset + length; at++) {
            hash = combine(hash, array[at]);
        }
        return fibonacci(hash);
    }

    /**
     * Returns a hash of which every bit depends on every bit of {@code value}: a step of SplitMix64 (Steele, Lea and
     * Flood, OOPSLA 2014), which ends with variant 13 of Stafford's finalizers for MurmurHash3. Distinct values have
     * distinct hashes.
     */
    public static long mix(long value) {
        long first = value + GOLDEN_RATIO;
        long second = (first ^ first >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        long third = (second ^ second >>> 27) * 0x94d0_49bb_1331_11ebL;
        return third ^ third >>> 31;
    }
}

package net.beaconcontroller.net;

import java.security.SecureRandom;

/**
 * Hash codes of keys that others choose, such as the addresses in packets. They depend on a random number of this
 * process, so that an attacker cannot compute keys with equal hash codes, which would turn a hash table into a list
 * (Crosby and Wallach, USENIX Security 2003). The hash code of a record has no such number.
 */
public final class SeededHash {
    private static final long SEED = new SecureRandom().nextLong();

    private SeededHash() {}

    /** Returns the hash code of two words. */
    public static int of(long first, long second) {
        return (int) HashMixing.mix(HashMixing.mix(SEED ^ first) ^ second);
    }

    /** Returns the hash code of three words. */
    public static int of(long first, long second, long third) {
        return (int) HashMixing.mix(HashMixing.mix(HashMixing.mix(SEED ^ first) ^ second) ^ third);
    }
}

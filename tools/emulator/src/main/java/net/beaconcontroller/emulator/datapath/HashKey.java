package net.beaconcontroller.emulator.datapath;

import java.util.Arrays;

/** A key of hash tables: some words of packets or masks. It may be filled anew while it is in no table. */
final class HashKey {
    final long[] words;

    HashKey(long[] words) {
        this.words = words;
    }

    HashKey copy() {
        return new HashKey(words.clone());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HashKey that && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        long hash = 0;
        for (long word : words) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15L;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }
}

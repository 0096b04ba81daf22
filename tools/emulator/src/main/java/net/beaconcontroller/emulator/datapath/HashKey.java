package net.beaconcontroller.emulator.datapath;

import java.util.Arrays;
import net.beaconcontroller.net.HashMixing;

/**
 * A key of hash tables that consists of words of a packet or a mask. Its content may change only while it is in no
 * table.
 */
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
            hash = HashMixing.combine(hash, word);
        }
        return (int) hash;
    }
}

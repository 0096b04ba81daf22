package net.beaconcontroller.emulator.host;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of limited size. A new entry beyond the limit evicts the eldest one. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int limit;

    /** @param isByAccess whether the eldest entry is the least recently used one, not the one added first */
    BoundedMap(int limit, boolean isByAccess) {
        super(16, 0.75f, isByAccess);
        this.limit = limit;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > limit;
    }
}

package net.beaconcontroller.web.rest;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.multipart.PortStats;

/**
 * The rates of ports, from the counters of two readings that are a second or more apart. Safe for use by several
 * threads.
 */
final class PortRates {
    private static final long MIN_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

    /** The rates of a port. */
    record Rate(double receivedBitsPerSecond, double sentBitsPerSecond) {}

    private record Bytes(long received, long sent) {}

    private record Reading(long nanos, Map<Long, Bytes> bytes, Map<Long, Rate> rates) {}

    private static final Reading NONE = new Reading(0, Map.of(), Map.of());

    private final Map<Switch, Reading> last = new WeakHashMap<>();
    private final LongSupplier nanoTime;

    PortRates(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns the rates by port; none for the first reading. */
    synchronized Map<Long, Rate> update(Switch sw, Collection<PortStats> counters) {
        long now = nanoTime.getAsLong();
        Reading before = last.getOrDefault(sw, NONE);
        if (before != NONE && now - before.nanos < MIN_INTERVAL_NANOS) {
            return before.rates;
        }
        var bytes = new HashMap<Long, Bytes>();
        var rates = new HashMap<Long, Rate>();
        for (PortStats port : counters) {
            var current = new Bytes(port.receivedBytes(), port.sentBytes());
            bytes.put(port.port(), current);
            Bytes old = before.bytes.get(port.port());
            if (old != null) {
                double seconds = (now - before.nanos) / 1e9;
                rates.put(
                        port.port(),
                        new Rate(
                                Math.max(0, current.received - old.received) * 8 / seconds,
                                Math.max(0, current.sent - old.sent) * 8 / seconds));
            }
        }
        last.put(sw, new Reading(now, bytes, rates));
        return rates;
    }
}

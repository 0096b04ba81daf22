package net.beaconcontroller.web.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.function.LongSupplier;

/**
 * Limits the rate of requests with wrong tokens, by remote address: a burst of 10, and one more every 6 seconds. Memory
 * is bounded: addresses that were not seen for longest are forgotten. Safe for use by several threads.
 */
final class WrongTokens {
    static final int BURST = 10;
    static final Duration RECOVERY = Duration.ofSeconds(6);

    static final int MAX_ADDRESSES = 4_096;

    /** For each address the time at which all its attempts are available again, in nanoseconds. */
    private final LinkedHashMap<String, Long> recovered = new LinkedHashMap<>(16, 0.75f, true);

    private final LongSupplier nanoTime;

    WrongTokens(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns an address; of an IPv6 address the first 64 bits, because one machine has all addresses with them. */
    private static String network(String address) {
        return address.replaceFirst("^\\[?((?:[0-9a-fA-F]+:){4}).*", "$1");
    }

    /** Returns the number of addresses in memory, for tests. */
    int size() {
        return recovered.size();
    }

    /** Counts a wrong token. Returns zero; or, if there were too many, the time until the next attempt is allowed. */
    synchronized Duration count(String address) {
        String source = network(address);
        long now = nanoTime.getAsLong();
        long at = recovered.getOrDefault(source, now);
        long next = (at - now > 0 ? at : now) + RECOVERY.toNanos();
        long excess = next - now - BURST * RECOVERY.toNanos();
        if (excess > 0) {
            return Duration.ofNanos(excess);
        }
        recovered.put(source, next);
        if (recovered.size() > MAX_ADDRESSES) {
            recovered.pollFirstEntry();
        }
        return Duration.ZERO;
    }
}

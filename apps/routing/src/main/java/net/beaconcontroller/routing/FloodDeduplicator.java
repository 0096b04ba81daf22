package net.beaconcontroller.routing;

import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.HashMixing;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * A filter against flooding loops. A flooded frame can return at another port, over an undiscovered link or through
 * switches of others. The filter remembers the hashes of recent frames with their ingress ports, in a direct-mapped
 * table: a collision can rarely hide a duplicate, or make a different frame look like one. Thread-safe.
 */
final class FloodDeduplicator {
    private static final int SLOTS = 1 << 12;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Prevents that a host makes the frames of another look like duplicates of its own. */
    private final long seed = new SecureRandom().nextLong();

    private final @Nullable Seen[] seen = new Seen[SLOTS];

    private record Seen(long hash, SwitchPort at, long nanos) {}

    /** Returns whether the frame was received at another port within two seconds. If not, remembers it. */
    synchronized boolean isDuplicate(byte[] array, int offset, int length, SwitchPort at, long nowNanos) {
        long hash = HashMixing.hash(seed, array, offset, length);
        int slot = (int) (hash >>> 52);
        Seen last = seen[slot];
        if (last != null && last.hash == hash && nowNanos - last.nanos < WINDOW_NANOS && !last.at.equals(at)) {
            return true;
        }
        seen[slot] = new Seen(hash, at, nowNanos);
        return false;
    }
}

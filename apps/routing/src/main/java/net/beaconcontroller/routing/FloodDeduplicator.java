package net.beaconcontroller.routing;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes frames that were flooded and come in again elsewhere: over a link that is not known yet, or through somebody
 * else's switches. It remembers the last frames by a hash of all their bytes, so what it takes for a frame that went round
 * in a circle may rarely be another one. Safe for use by several threads.
 */
final class FloodDeduplicator {
    private static final int SLOTS = 1 << 12;
    private static final long MEMORY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final @Nullable Seen[] seen = new Seen[SLOTS];

    private record Seen(long hash, SwitchPort at, long nanos) {}

    /** Whether this frame came in lately at another port. If not, it is remembered. */
    synchronized boolean isBack(byte[] array, int offset, int length, SwitchPort at, long nowNanos) {
        long hash = hash(array, offset, length);
        int slot = (int) (hash >>> 52);
        Seen last = seen[slot];
        if (last != null && last.hash == hash && nowNanos - last.nanos < MEMORY_NANOS && !last.at.equals(at)) {
            return true;
        }
        seen[slot] = new Seen(hash, at, nowNanos);
        return false;
    }

    /** FNV-1a, 64 bits, with a last mix. */
    private static long hash(byte[] array, int offset, int length) {
        long hash = 0xcbf29ce484222325L;
        for (int i = offset; i < offset + length; i++) {
            hash = (hash ^ array[i]) * 0x100000001b3L;
        }
        return (hash ^ hash >>> 32) * 0x9e3779b97f4a7c15L;
    }
}

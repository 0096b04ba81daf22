package net.beaconcontroller.routing;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.HashMixing;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes frames that were flooded and come in again elsewhere: over a link that is not known yet, or through
 * somebody else's switches. It remembers the last frames by a hash of all their bytes, so what it takes for a frame
 * that went round in a circle may rarely be another one. Safe for use by several threads.
 */
final class FloodDeduplicator {
    private static final int SLOTS = 1 << 12;
    private static final long MEMORY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final @Nullable Seen[] seen = new Seen[SLOTS];

    private record Seen(long hash, SwitchPort at, long nanos) {}

    /** Whether this frame came in lately at another port. If not, it is remembered. */
    synchronized boolean isBack(byte[] array, int offset, int length, SwitchPort at, long nowNanos) {
        long hash = HashMixing.hash(array, offset, length);
        int slot = (int) (hash >>> 52);
        Seen last = seen[slot];
        if (last != null && last.hash == hash && nowNanos - last.nanos < MEMORY_NANOS && !last.at.equals(at)) {
            return true;
        }
        seen[slot] = new Seen(hash, at, nowNanos);
        return false;
    }
}

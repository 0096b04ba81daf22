package net.beaconcontroller.routing;

import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.net.HashMixing;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * A filter against flooding loops. A flooded frame can return at another port, over an undiscovered link or through
 * switches of others; a frame from a host in such a loop returns at the port of the host. The filter remembers the
 * hashes of recent frames with their ingress ports, in a direct-mapped table: a collision can rarely hide a duplicate,
 * or make a different frame look like one. Thread-safe.
 */
final class FloodDeduplicator {
    private static final int SLOTS = 1 << 12;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Hosts rarely repeat a frame so soon, and do not depend on it; a loop returns it sooner. */
    private static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Where the frame was received within the last two seconds. */
    enum Earlier {
        NOWHERE,
        /** At the same port, less than 250 ms ago. */
        HERE_AT_ONCE,
        HERE,
        ELSEWHERE
    }

    /** Prevents that a host makes the frames of another look like duplicates of its own. */
    private final long seed = new SecureRandom().nextLong();

    private final @Nullable Seen[] seen = new Seen[SLOTS];

    private record Seen(long hash, SwitchPort at, long nanos) {}

    /** Returns where the frame was received before. Remembers it, unless it is a duplicate. */
    Earlier receive(byte[] array, int offset, int length, SwitchPort at, long nowNanos) {
        long hash = HashMixing.hash(seed, array, offset, length);
        synchronized (this) {
            Earlier earlier = find(hash, at, nowNanos);
            if (earlier == Earlier.NOWHERE || earlier == Earlier.HERE) {
                seen[slot(hash)] = new Seen(hash, at, nowNanos);
            }
            return earlier;
        }
    }

    /** Returns where the frame was received before, without remembering it. */
    Earlier find(byte[] array, int offset, int length, SwitchPort at, long nowNanos) {
        long hash = HashMixing.hash(seed, array, offset, length);
        synchronized (this) {
            return find(hash, at, nowNanos);
        }
    }

    private Earlier find(long hash, SwitchPort at, long nowNanos) {
        Seen last = seen[slot(hash)];
        if (last == null || last.hash != hash || nowNanos - last.nanos >= WINDOW_NANOS) {
            return Earlier.NOWHERE;
        }
        if (!last.at.equals(at)) {
            return Earlier.ELSEWHERE;
        }
        return nowNanos - last.nanos < AT_ONCE_NANOS ? Earlier.HERE_AT_ONCE : Earlier.HERE;
    }

    private static int slot(long hash) {
        return (int) (hash >>> 52);
    }
}

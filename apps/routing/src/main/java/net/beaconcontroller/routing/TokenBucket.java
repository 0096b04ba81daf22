package net.beaconcontroller.routing;

/** Lets so many things a second pass, and as many at once after a second of quiet. Safe for use by several threads. */
final class TokenBucket {
    private static final double NANOS = 1e9;

    private final int perSecond;
    private double tokens;
    private long filledNanos;

    TokenBucket(int perSecond, long nowNanos) {
        this.perSecond = perSecond;
        tokens = perSecond;
        filledNanos = nowNanos;
    }

    synchronized boolean take(long nowNanos) {
        double seconds = Math.max(0, nowNanos - filledNanos) / NANOS;
        tokens = Math.min(perSecond, tokens + seconds * perSecond);
        filledNanos += Math.max(0, nowNanos - filledNanos);
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}

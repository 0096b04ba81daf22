package net.beaconcontroller.routing;

/** A token bucket rate limiter. The bucket holds the tokens of one second, and is full at first. Thread-safe. */
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

    /** Takes a token, or returns false if there is none. */
    synchronized boolean tryTake(long nowNanos) {
        fill(nowNanos);
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }

    /** Returns the time until there is a token; 0 if there is one. */
    synchronized long nanosToToken(long nowNanos) {
        fill(nowNanos);
        return (long) Math.ceil(Math.max(0, 1 - tokens) / perSecond * NANOS);
    }

    private void fill(long nowNanos) {
        double seconds = Math.max(0, nowNanos - filledNanos) / NANOS;
        tokens = Math.min(perSecond, tokens + seconds * perSecond);
        filledNanos += Math.max(0, nowNanos - filledNanos);
    }
}

package net.beaconcontroller.devices;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/** Tells the log what anybody in the network can cause: one line a second at most. For one thread. */
final class RateLimitedLog {
    private static final System.Logger LOG = System.getLogger(RateLimitedLog.class.getPackageName());
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long lastNanos = System.nanoTime() - INTERVAL_NANOS;
    private long leftOut;

    void tell(String line) {
        long now = System.nanoTime();
        if (now - lastNanos < INTERVAL_NANOS) {
            leftOut++;
            return;
        }
        LOG.log(
                Level.WARNING,
                leftOut == 0 ? line : line + "; " + leftOut + " lines like this were left out before it");
        lastNanos = now;
        leftOut = 0;
    }
}

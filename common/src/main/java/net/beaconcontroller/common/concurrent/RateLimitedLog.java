package net.beaconcontroller.common.concurrent;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A log for events that a network peer can cause at any rate. Writes a limited number of lines a second, and then the
 * number of lines that it dropped. Thread-safe.
 */
public final class RateLimitedLog {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Logger logger;
    private final int linesPerSecond;
    private final LongSupplier nanoTime;
    private long secondBeganNanos;
    private int lines;
    private long dropped;

    /** Creates a log that writes to {@code logger}. */
    public RateLimitedLog(Logger logger, int linesPerSecond) {
        this(logger, linesPerSecond, System::nanoTime);
    }

    RateLimitedLog(Logger logger, int linesPerSecond, LongSupplier nanoTime) {
        this.logger = logger;
        this.linesPerSecond = linesPerSecond;
        this.nanoTime = nanoTime;
        this.secondBeganNanos = nanoTime.getAsLong();
    }

    /** Writes a line, or drops it if the limit of the current second is reached. */
    public void log(Level level, String message) {
        log(level, message, null);
    }

    /** Writes a line and a stack trace, or drops both if the limit of the current second is reached. */
    public void log(Level level, String message, @Nullable Throwable cause) {
        long droppedBefore = 0;
        boolean isPermitted;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            if (now - secondBeganNanos >= SECOND_NANOS) {
                droppedBefore = dropped;
                secondBeganNanos = now;
                lines = 0;
                dropped = 0;
            }
            isPermitted = lines < linesPerSecond;
            if (isPermitted) {
                lines++;
            } else {
                dropped++;
            }
        }
        // Not under the lock: the logger calls methods of the exception, which may be those of an application.
        if (droppedBefore > 0) {
            logger.log(Level.WARNING, "log rate limit: " + droppedBefore + " similar lines dropped");
        }
        if (isPermitted) {
            logger.log(level, message, cause);
        }
    }
}

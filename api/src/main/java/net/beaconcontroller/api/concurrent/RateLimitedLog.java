package net.beaconcontroller.api.concurrent;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A log for events that a network peer can cause at any rate. Writes a limited number of lines a second, and a second
 * later the number of lines that it dropped. Thread-safe.
 */
public final class RateLimitedLog {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The lines that all logs have dropped. */
    private static final LongAdder DROPPED_LINES = new LongAdder();

    private final Logger logger;
    private final int linesPerSecond;
    private final Threads threads;
    private long secondBeganNanos;
    private int lines;
    private long dropped;

    /** Creates a log that writes to {@code logger}, by the clock of the JDK. */
    public RateLimitedLog(Logger logger, int linesPerSecond) {
        this(logger, linesPerSecond, Threads.system());
    }

    /** Creates a log that writes to {@code logger}. */
    public RateLimitedLog(Logger logger, int linesPerSecond, Threads threads) {
        this.logger = logger;
        this.linesPerSecond = linesPerSecond;
        this.threads = threads;
        this.secondBeganNanos = threads.time().nanos();
    }

    /** Returns the number of lines that all logs of this kind have dropped since the start. */
    public static long droppedLines() {
        return DROPPED_LINES.sum();
    }

    /** Writes a line, or drops it if the limit of the current second is reached. */
    public void log(Level level, String message) {
        log(level, message, null);
    }

    /** Writes a line and a stack trace, or drops both if the limit of the current second is reached. */
    public void log(Level level, String message, @Nullable Throwable cause) {
        long droppedBefore = 0;
        boolean isPermitted;
        boolean isFirstDropped = false;
        synchronized (this) {
            long now = threads.time().nanos();
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
                isFirstDropped = dropped == 0;
                dropped++;
                DROPPED_LINES.increment();
            }
        }
        // Not under the lock: the logger calls methods of the exception, which may be those of an application.
        report(droppedBefore);
        if (isPermitted) {
            logger.log(level, message, cause);
        } else if (isFirstDropped) {
            // There may be no later line.
            threads.after(Duration.ofNanos(SECOND_NANOS), this::reportDropped);
        }
    }

    private void reportDropped() {
        long count;
        synchronized (this) {
            count = dropped;
            dropped = 0;
        }
        report(count);
    }

    private void report(long count) {
        if (count > 0) {
            logger.log(Level.WARNING, "log rate limit: " + count + " similar lines dropped");
        }
    }
}

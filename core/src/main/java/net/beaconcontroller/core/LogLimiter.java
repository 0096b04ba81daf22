package net.beaconcontroller.core;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the log what a peer can cause as often as it likes: at most so many lines a second, and then how many were left
 * out. For one thread.
 */
final class LogLimiter {
    private final Logger logger;
    private final int linesASecond;
    private long secondBegan = System.nanoTime();
    private int lines;
    private long leftOut;

    LogLimiter(Logger logger, int linesASecond) {
        this.logger = logger;
        this.linesASecond = linesASecond;
    }

    void log(Level level, String message) {
        log(level, message, null);
    }

    void log(Level level, String message, @Nullable Throwable cause) {
        long now = System.nanoTime();
        if (now - secondBegan >= TimeUnit.SECONDS.toNanos(1)) {
            if (leftOut > 0) {
                logger.log(Level.WARNING, leftOut + " more lines like these were left out");
            }
            secondBegan = now;
            lines = 0;
            leftOut = 0;
        }
        if (lines < linesASecond) {
            lines++;
            logger.log(level, message, cause);
        } else {
            leftOut++;
        }
    }
}

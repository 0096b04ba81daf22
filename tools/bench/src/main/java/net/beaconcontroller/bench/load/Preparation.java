package net.beaconcontroller.bench.load;

import java.util.concurrent.TimeUnit;

/**
 * The preparation of a switch for load. After the features request and a quiet period, the switch sends a priming
 * packet-in that announces the destination of all packet-ins, and retries until the controller answers: many
 * controllers drop packet-ins right after the handshake. Another delay follows, because some controllers learn
 * asynchronously. After ten seconds without an answer the load begins anyway. Not thread-safe.
 */
final class Preparation {
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LEARNING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final int MAX_ATTEMPTS = 25;

    private long featuresNanos;
    private long lastReadNanos;
    private long attemptNanos;
    private long answeredNanos;
    private int attempts;
    private boolean hasFeatures;
    private boolean isDone;
    private int answers;

    /** Records a message of the controller. */
    void dataRead(long nowNanos) {
        lastReadNanos = nowNanos;
    }

    /** Records that the features reply was sent. */
    void featuresSent(long nowNanos) {
        if (!hasFeatures) {
            hasFeatures = true;
            featuresNanos = nowNanos;
        }
    }

    /** Records an answer. Answers before the first priming packet-in are ignored. */
    void answered(long nowNanos) {
        if (attempts == 0) {
            return;
        }
        if (answers == 0) {
            answeredNanos = nowNanos;
        }
        answers++;
    }

    /** Returns whether to send a priming packet-in now, and if so counts it as sent. */
    boolean isPrimingDue(long nowNanos) {
        if (isDone || !hasFeatures) {
            return false;
        }
        if (isPrimed()) {
            isDone = nowNanos - answeredNanos >= LEARNING_NANOS;
            return false;
        }
        if (attempts == 0) {
            if (nowNanos - lastReadNanos < QUIET_NANOS && nowNanos - featuresNanos < MAX_QUIET_NANOS) {
                return false;
            }
        } else if (nowNanos - attemptNanos < RETRY_NANOS) {
            return false;
        }
        if (attempts == MAX_ATTEMPTS) {
            isDone = true;
            return false;
        }
        attemptNanos = nowNanos;
        attempts++;
        return true;
    }

    /** Returns whether the load may begin. */
    boolean isDone() {
        return isDone;
    }

    /** Returns whether the controller has requested the features. */
    boolean hasFeatures() {
        return hasFeatures;
    }

    /** Returns whether the controller has answered a priming packet-in. */
    boolean isPrimed() {
        return answers > 0;
    }

    /** Returns the number of unanswered priming packet-ins. */
    int unanswered() {
        return Math.max(0, attempts - answers);
    }
}

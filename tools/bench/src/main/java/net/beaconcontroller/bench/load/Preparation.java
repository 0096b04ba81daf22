package net.beaconcontroller.bench.load;

import java.util.concurrent.TimeUnit;

/**
 * How far a switch is from being loaded. When the controller has asked for its features, and has then been quiet for a moment,
 * it is taught where the destination of all packet-ins is, again and again until it answers that: many are not ready when they
 * seem to be, and pass the first packet-ins over. After the answer it has another moment, as some learn on a thread of their own.
 * One that does not answer for ten seconds is loaded too. For one thread.
 */
final class Preparation {
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LEARNING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MOST_QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final int MOST_TEACHINGS = 25;

    private long featuresNanos;
    private long heardNanos;
    private long taughtNanos;
    private long answeredNanos;
    private int teachings;
    private boolean hasFeatures;
    private boolean isDone;
    private int answers;

    /** The controller has said something. */
    void heard(long nowNanos) {
        heardNanos = nowNanos;
    }

    /** The controller was told the switch's features. */
    void featuresTold(long nowNanos) {
        if (!hasFeatures) {
            hasFeatures = true;
            featuresNanos = nowNanos;
        }
    }

    /** A flow-mod or packet-out came; of those before it is taught, nobody asked for. */
    void answered(long nowNanos) {
        if (teachings == 0) {
            return;
        }
        if (answers == 0) {
            answeredNanos = nowNanos;
        }
        answers++;
    }

    /** Whether the controller is to be taught now, which is then taken for done. */
    boolean teachesNow(long nowNanos) {
        if (isDone || !hasFeatures) {
            return false;
        }
        if (isTaught()) {
            isDone = nowNanos - answeredNanos >= LEARNING_NANOS;
            return false;
        }
        if (teachings == 0) {
            if (nowNanos - heardNanos < QUIET_NANOS && nowNanos - featuresNanos < MOST_QUIET_NANOS) {
                return false;
            }
        } else if (nowNanos - taughtNanos < AGAIN_NANOS) {
            return false;
        }
        if (teachings == MOST_TEACHINGS) {
            isDone = true;
            return false;
        }
        taughtNanos = nowNanos;
        teachings++;
        return true;
    }

    /** Whether the load may begin. */
    boolean isDone() {
        return isDone;
    }

    /** Whether the controller has asked for the features. */
    boolean hasFeatures() {
        return hasFeatures;
    }

    /** Whether the controller has answered what taught it. */
    boolean isTaught() {
        return answers > 0;
    }

    /** How often it was taught and has not answered. */
    int unanswered() {
        return Math.max(0, teachings - answers);
    }
}

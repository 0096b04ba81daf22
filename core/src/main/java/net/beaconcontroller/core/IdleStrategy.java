package net.beaconcontroller.core;

import net.beaconcontroller.core.ControllerOptions.Wait;

/**
 * Decides whether a loop that has nothing to do may sleep. To be woken takes longer than to answer a packet-in, so it pays to
 * look a little longer for who asks one thing after the other, and costs for nothing where the next thing comes late: {@link
 * Wait#ADAPTIVE} keeps a score of how soon something came. For the loop's thread only.
 */
final class IdleStrategy {
    /** Longer than a switch on the same machine or network needs to say the next thing, shorter than a person notices. */
    static final long SPIN_NANOS = 50_000;

    private static final int MAX_SCORE = 8;

    private final Wait wait;
    private int score;
    private boolean idle;
    private long idleSinceNanos;

    IdleStrategy(Wait wait) {
        this.wait = wait;
    }

    /** There is nothing more to do: whether to sleep, and not to look again at once. */
    boolean maySleep(long nowNanos) {
        if (!idle) {
            idle = true;
            idleSinceNanos = nowNanos;
        }
        return switch (wait) {
            case BLOCK -> true;
            case SPIN -> false;
            case ADAPTIVE -> score == 0 || nowNanos - idleSinceNanos >= SPIN_NANOS;
        };
    }

    /** Something came. */
    void busy(long nowNanos) {
        boolean soon = nowNanos - idleSinceNanos < SPIN_NANOS;
        score = soon ? Math.min(score + 1, MAX_SCORE) : Math.max(score - 1, 0);
        idle = false;
    }
}

package net.beaconcontroller.core.io;

import net.beaconcontroller.core.options.ControllerOptions.Wait;

/**
 * The strategy of an event loop that has nothing to do: whether it sleeps, or polls again. Waking a thread takes longer
 * than handling a packet-in. So polling a little longer pays off if the next event follows soon, and wastes a processor
 * otherwise. {@link Wait#ADAPTIVE} keeps a score of how soon the previous events followed. For the loop's thread.
 */
final class IdleStrategy {
    /**
     * Longer than a switch on the same machine or network takes to send the next message, and short enough to be cheap.
     */
    static final long SPIN_NANOS = 50_000;

    private static final int MAX_SCORE = 8;

    private final Wait wait;
    private int score;
    private boolean idle;
    private long idleSinceNanos;

    IdleStrategy(Wait wait) {
        this.wait = wait;
    }

    /** Called when the loop is idle. Returns whether the loop sleeps until the next event; otherwise it polls again. */
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

    /** Called when there is work again. */
    void busy(long nowNanos) {
        boolean soon = nowNanos - idleSinceNanos < SPIN_NANOS;
        score = soon ? Math.min(score + 1, MAX_SCORE) : Math.max(score - 1, 0);
        idle = false;
    }
}

package net.beaconcontroller.core;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.core.ControllerOptions.Rebalance;
import org.jspecify.annotations.Nullable;

/**
 * Evens out how busy the loops are: where one is clearly busier than another at two looks, it hands over a switch. In the
 * paper (section 5.2.2) a switch stays where it was assigned when it connected. It looks on the first loop's thread.
 */
final class Balancer {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long CONSTANT_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Of the time. Less is not worth a move, and could come from the way it is measured. */
    private static final double WORTH_MOVING = 0.25;

    private final List<Loop> loops;
    private final Rebalance when;
    private final long[] busyNanos;
    private final double[] busy;
    private long lookedNanos = System.nanoTime();
    /** That which was the busiest at the last look, if that was worth a move. */
    private @Nullable Loop suspect;

    Balancer(List<Loop> loops, Rebalance when) {
        this.loops = loops;
        this.when = when;
        this.busyNanos = new long[loops.size()];
        this.busy = new double[loops.size()];
    }

    void start() {
        if (loops.size() > 1 && when != Rebalance.NEVER) {
            loops.getFirst().execute(this::look);
        }
    }

    private void look() {
        boolean constantly = when == Rebalance.CONSTANTLY;
        if (constantly) {
            shuffle();
        } else {
            compare();
        }
        loops.getFirst().after(constantly ? CONSTANT_INTERVAL_NANOS : INTERVAL_NANOS, null, this::look);
    }

    private void shuffle() {
        int count = loops.size();
        for (int i = 0; i < count; i++) {
            Loop from = loops.get(i);
            Loop to = loops.get((i + ThreadLocalRandom.current().nextInt(1, count)) % count);
            from.execute(() -> from.handOverAny(to));
        }
    }

    private void compare() {
        measure();
        int busiest = 0;
        int idlest = 0;
        for (int i = 1; i < busy.length; i++) {
            busiest = busy[i] > busy[busiest] ? i : busiest;
            idlest = busy[i] < busy[idlest] ? i : idlest;
        }
        Loop from = loops.get(busiest);
        Loop to = loops.get(idlest);
        double part = busy[busiest];
        double more = part - busy[idlest];
        if (more < WORTH_MOVING) {
            suspect = null;
        } else if (from == suspect) {
            from.execute(() -> from.handOver(to, part, more));
        } else {
            suspect = from;
            from.execute(from::startComparing);
        }
    }

    private void measure() {
        long now = System.nanoTime();
        double passed = now - lookedNanos;
        lookedNanos = now;
        for (int i = 0; i < busy.length; i++) {
            long nanos = loops.get(i).busyNanos();
            busy[i] = Math.min(1, (nanos - busyNanos[i]) / passed);
            busyNanos[i] = nanos;
        }
    }
}

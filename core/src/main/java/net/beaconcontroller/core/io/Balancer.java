package net.beaconcontroller.core.io;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import net.beaconcontroller.api.concurrent.Steps;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.options.ControllerOptions.Rebalance;
import org.jspecify.annotations.Nullable;

/**
 * The load balancer of the loops. It samples their utilization at intervals. If the same loop is clearly busier than
 * the least busy one in two samples in a row, it moves one switch from the former to the latter: the switch that evens
 * out the two best, by the bytes that were read from each between the samples. In the Beacon paper (section 5.2.2), a
 * switch stays on the loop that it was assigned to when it connected.
 *
 * <p>Sampling runs on a thread of its own, so that no listener delays it; choosing and moving a connection on the
 * thread of its loop.
 *
 * <p>The bytes that were read are a coarse measure. But a move is cheap, and under the same load the switch does not
 * move back.
 */
public final class Balancer {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long CONSTANT_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** The minimum difference of two utilizations for a move. Smaller ones may be measurement errors. */
    private static final double MIN_DIFFERENCE = 0.25;

    private final List<Loop> loops;
    private final Rebalance policy;
    private final long[] busyNanos;
    private final double[] utilization;
    private final Time time;
    private final RandomGenerator random;
    private final ThreadHandle thread;
    private volatile boolean closed;
    private long sampledNanos;
    /** The loop that was clearly the busiest in the last sample, if any. */
    private @Nullable BusyLoop busyLoop;

    /** A loop, and the bytes read from its connections at the last sample, which belong to the loop's thread. */
    private record BusyLoop(Loop loop, Map<Connection, Long> bytesRead) {
        /** Returns the bytes that were read from each connection since the last call. */
        Map<Connection, Long> sample() {
            Map<Connection, Long> read = new LinkedHashMap<>();
            List<Connection> connections = movable(loop);
            for (Connection connection : connections) {
                long before = bytesRead.getOrDefault(connection, 0L);
                // The bytes of a closed auxiliary connection are no longer counted.
                read.put(connection, Math.max(0, connection.bytesRead() - before));
            }
            bytesRead.clear();
            connections.forEach(connection -> bytesRead.put(connection, connection.bytesRead()));
            return read;
        }

        /**
         * Moves the connection that leaves the two loops with the most equal utilization, unless the move would make
         * the other loop busier than this loop is now.
         *
         * @param utilization of this loop
         * @param difference of this loop's utilization and the other's
         */
        void moveOne(Loop other, double utilization, double difference) {
            Map<Connection, Long> read = sample();
            double total = read.values().stream().mapToLong(Long::longValue).sum();
            read.entrySet().stream()
                    .min(Comparator.comparingDouble(
                            entry -> Math.abs(difference - 2 * utilization * entry.getValue() / total)))
                    .filter(entry -> utilization * entry.getValue() / total < difference)
                    .ifPresent(entry -> entry.getKey().moveTo(other));
        }
    }

    public Balancer(List<Loop> loops, Rebalance policy, Threads threads) {
        this.loops = loops;
        this.policy = policy;
        this.busyNanos = new long[loops.size()];
        this.utilization = new double[loops.size()];
        this.time = threads.time();
        this.random = time.random("connections to move");
        this.thread = threads.newThread("beacon-balancer", this::step);
        this.sampledNanos = time.nanos();
    }

    public void start() {
        if (loops.size() > 1 && policy != Rebalance.NEVER) {
            thread.start();
        }
    }

    /** Ends the thread. */
    public void close() {
        closed = true;
        thread.wake();
    }

    private long step() {
        if (closed) {
            return Steps.END;
        } else if (policy == Rebalance.CONSTANTLY) {
            shuffle();
            return CONSTANT_INTERVAL_NANOS;
        } else {
            compare();
            return INTERVAL_NANOS;
        }
    }

    private void shuffle() {
        int count = loops.size();
        for (int i = 0; i < count; i++) {
            Loop from = loops.get(i);
            Loop to = loops.get((i + random.nextInt(1, count)) % count);
            long choice = random.nextLong();
            from.execute(() -> moveAny(from, to, choice));
        }
    }

    /** Moves a connection, which a random number selects. For the thread of {@code from}. */
    public static void moveAny(Loop from, Loop to, long choice) {
        List<Connection> connections = movable(from);
        if (!connections.isEmpty()) {
            connections.get(Math.floorMod(choice, connections.size())).moveTo(to);
        }
    }

    /** Returns the connections of a loop without auxiliary ones, which follow their main connections. */
    private static List<Connection> movable(Loop loop) {
        return loop.connections().stream()
                .filter(connection -> !connection.isAuxiliary())
                .toList();
    }

    private void compare() {
        sampleUtilization();
        int busiest = 0;
        int idlest = 0;
        for (int i = 1; i < utilization.length; i++) {
            busiest = utilization[i] > utilization[busiest] ? i : busiest;
            idlest = utilization[i] < utilization[idlest] ? i : idlest;
        }
        Loop from = loops.get(busiest);
        Loop to = loops.get(idlest);
        double highest = utilization[busiest];
        double difference = highest - utilization[idlest];
        BusyLoop previous = busyLoop;
        if (difference < MIN_DIFFERENCE) {
            busyLoop = null;
        } else if (previous != null && previous.loop == from) {
            from.execute(() -> previous.moveOne(to, highest, difference));
        } else {
            var current = new BusyLoop(from, new LinkedHashMap<>());
            busyLoop = current;
            from.execute(current::sample);
        }
    }

    private void sampleUtilization() {
        long now = time.nanos();
        double interval = now - sampledNanos;
        sampledNanos = now;
        for (int i = 0; i < utilization.length; i++) {
            long nanos = loops.get(i).busyNanos();
            utilization[i] = Math.min(1, (nanos - busyNanos[i]) / interval);
            busyNanos[i] = nanos;
        }
    }
}

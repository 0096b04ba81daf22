package net.beaconcontroller.cli.run;

import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the old generation of the heap when it has much garbage. The serial collector extends the old generation up
 * to the maximum heap before it collects it. Objects of requests in progress that outlive some collections of the young
 * generation are promoted, so that resident memory would increase up to that limit. A collection then stops all threads
 * for longer, because its time also increases with the garbage. Other collectors decide themselves.
 *
 * <p>A collection takes time in proportion to the live objects. So that all together take a hundredth of the time at
 * most, the next one begins after a hundred times the duration of the previous one at the earliest.
 *
 * <p>Rejected: G1, which collects in the background, but whose barriers are on the path of each packet-in; and a small
 * maximum heap, which would bound the network. After the collection, the JVM returns memory at once ({@code
 * -XX:-ShrinkHeapInSteps}, {@code MaxHeapFreeRatio}).
 */
final class HeapCollector implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HeapCollector.class.getName());

    /** The name that the serial collector gives its old generation. */
    private static final String POOL = "Tenured Gen";

    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final long MIN_GARBAGE = 16 << 20;
    private static final int PAUSE_DIVISOR = 100;

    private final Thread thread;

    private HeapCollector(MemoryPoolMXBean pool) {
        thread = Thread.ofVirtual().name("beacon-heap").start(() -> run(pool));
    }

    /** Starts to observe the heap; nothing if the JVM uses another collector. */
    static Optional<HeapCollector> start() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(POOL))
                .findFirst()
                .map(HeapCollector::new);
    }

    private static void run(MemoryPoolMXBean pool) {
        Duration pause = PERIOD;
        try {
            while (true) {
                Thread.sleep(pause);
                long used = pool.getUsage().getUsed();
                pause = isDue(used, live(pool)) ? collect(pool, used) : PERIOD;
            }
        } catch (InterruptedException _) {
            // The controller stops.
        }
    }

    /** Returns the bytes that were live after the last collection; 0 if there was none. */
    private static long live(MemoryPoolMXBean pool) {
        @Nullable MemoryUsage usage = pool.getCollectionUsage();
        return usage == null ? 0 : usage.getUsed();
    }

    /** Returns whether there may be more garbage than half of the bytes that were live after the last collection. */
    static boolean isDue(long used, long live) {
        return used - live > Math.max(live / 2, MIN_GARBAGE);
    }

    /** Collects the heap. Returns the time until the next collection is allowed. */
    private static Duration collect(MemoryPoolMXBean pool, long used) {
        long begin = System.nanoTime();
        System.gc();
        Duration duration = Duration.ofNanos(System.nanoTime() - begin);
        LOG.log(
                Level.DEBUG,
                "heap: old generation of %,d bytes collected in %d ms; %,d bytes are live"
                        .formatted(used, duration.toMillis(), pool.getUsage().getUsed()));
        Duration pause = duration.multipliedBy(PAUSE_DIVISOR);
        return pause.compareTo(PERIOD) < 0 ? PERIOD : pause;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}

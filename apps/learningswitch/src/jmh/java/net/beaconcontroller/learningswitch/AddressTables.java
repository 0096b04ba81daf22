package net.beaconcontroller.learningswitch;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongToIntFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures lookups and memory per entry of the MAC address table of the learning switch and of other tables. An
 * operation is the lookup of a present address, in random order. {@code AHEAD} prefetches the next 32 addresses, as the
 * learning switch does.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main AddressTables</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms6g", "-Xmx6g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AddressTables {
    private static final int BATCH = 32;

    /** The tables. */
    public enum Kind {
        OWN,
        AHEAD,
        HOPSCOTCH,
        FASTUTIL,
        HASH_MAP
    }

    @Param({"1000", "10000", "100000", "1000000", "10000000"})
    public int hosts = 1000;

    @Param
    public Kind kind = Kind.OWN;

    private final int[] homes = new int[BATCH];
    private long[] addresses = {};
    private MacHashMap own = new MacHashMap(_ -> false);
    private LongToIntFunction lookup = _ -> 0;
    /** The memory of the table; 0 if the table does not report it, so that the growth of the heap is measured. */
    private long exactBytes;

    private int next;

    @Setup
    public void fill() {
        addresses = shuffled(hosts);
        long before = usedBytes();
        lookup = filled();
        long bytes = exactBytes > 0 ? exactBytes : usedBytes() - before;
        System.out.printf("%n%s, %,d hosts: %.1f bytes a host%n", kind, hosts, bytes / (double) hosts);
        for (long address : addresses) {
            if (lookup.applyAsInt(address) != value(address)) {
                throw new IllegalStateException("%s does not find %012x".formatted(kind, address));
            }
        }
    }

    private LongToIntFunction filled() {
        return switch (kind) {
            case OWN, AHEAD -> {
                own = new MacHashMap(_ -> false);
                each(address -> own.put(address, value(address)));
                exactBytes = own.bytes();
                yield own::get;
            }
            case HOPSCOTCH -> {
                var table = new Hopscotch(64);
                each(address -> table.add(address, value(address)));
                exactBytes = table.bytes();
                yield table::get;
            }
            case FASTUTIL -> {
                var table = new Long2IntOpenHashMap();
                each(address -> table.put(address, value(address)));
                yield table::get;
            }
            case HASH_MAP -> {
                Map<Long, Integer> table = new HashMap<>();
                each(address -> table.put(address, value(address)));
                yield address -> table.getOrDefault(address, 0);
            }
        };
    }

    private void each(LongConsumer action) {
        for (long address : addresses) {
            action.accept(address);
        }
    }

    private static int value(long address) {
        return (int) address % 1000 + 1;
    }

    /** Returns realistic MAC addresses with few prefixes, in random order. */
    private static long[] shuffled(int count) {
        var random = new SplittableRandom(1);
        var made = new long[count];
        for (int i = 0; i < count; i++) {
            made[i] = 0x0200_0000_0000L + i;
            int other = random.nextInt(i + 1);
            long swapped = made[other];
            made[other] = made[i];
            made[i] = swapped;
        }
        return made;
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int lookUp() {
        if (next + BATCH > addresses.length) {
            next = 0;
        }
        int from = next;
        next += BATCH;
        if (kind == Kind.AHEAD) {
            for (int i = 0; i < BATCH; i++) {
                homes[i] = own.home(addresses[from + i]);
            }
            own.prefetch(homes, BATCH);
        }
        int sum = 0;
        for (int i = 0; i < BATCH; i++) {
            sum += lookup.applyAsInt(addresses[from + i]);
        }
        return sum;
    }
}

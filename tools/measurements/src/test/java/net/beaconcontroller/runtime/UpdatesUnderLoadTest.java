package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.bench.load.LoadGenerator;
import net.beaconcontroller.core.pipeline.PipelineDescription;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Updates of an application in the packet-in pipeline of a saturated controller: is each packet-in answered once, in
 * order, how long is the worst pause, and which memory of the old versions remains? The load is that of {@code beacon
 * bench throughput}. The following command makes 1,000 updates and prints the figures, beside those of the same load
 * without updates:
 *
 * <pre>
 * mvn verify -pl tools/measurements -am -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dit.test=UpdatesUnderLoadTest -Dfailsafe.failIfNoSpecifiedTests=false -Dbeacon.updates=1000
 * </pre>
 */
@Tag("measuring")
class UpdatesUnderLoadTest {
    private static final int FEW = 20;
    private static final int UPDATES = Integer.getInteger("beacon.updates", FEW);

    /** The variation of the heap between two collections. */
    private static final long HEAP_VARIATION = 2_000_000;

    /** The serial collector may leave garbage in place, except in every fourth collection of the whole heap. */
    private static final int COMPACTING_COLLECTION = 4;

    /** Threads that the OSGi framework starts on demand and ends when idle: for a refresh and for resolving bundles. */
    private static final int FRAMEWORK_THREADS = 8;

    private static final Load LOAD = new Load(
            Version.OF10,
            PacketInForm.PLAIN,
            16,
            1000,
            700,
            1,
            Duration.ofSeconds(UPDATES > FEW ? 10 : 1),
            Duration.ofSeconds(UPDATES > FEW ? 4 : 0),
            OptionalDouble.empty());

    private static final Benchmark.Progress SILENT = (_, _, _) -> {};

    @TempDir
    private Path data;

    /** The class loaders of the old versions. */
    private final List<WeakReference<ClassLoader>> versions = new ArrayList<>();

    private final List<Long> updateNanos = new ArrayList<>();

    private Beacon beacon;

    @BeforeEach
    void start() throws IOException {
        Settings settings = Settings.read(
                null,
                Map.of(
                        "data.folder",
                        data.toString(),
                        "controller.listen",
                        "127.0.0.1:0",
                        "io.loops",
                        "1",
                        "apps",
                        "",
                        "log.level",
                        "warn"),
                Map.of());
        beacon = Beacon.start(settings, data.resolve("none"));
    }

    @AfterEach
    void stop() {
        beacon.close();
    }

    @ParameterizedTest
    @ValueSource(classes = {Hub.class, LearningSwitch.class})
    @Timeout(600)
    void eachPacketInIsAnsweredOnceAndNothingIsLeftOfTheOldVersions(Class<?> type) throws Exception {
        Path bundle = Bundles.of(type);
        apply(new ApplicationChange.Install(bundle, bundle.toString(), true));
        Applications applications = beacon.applications();
        String name = applications.list().getFirst().name();
        Runnable updates = () -> {
            for (int i = 0; i < UPDATES / 2; i++) {
                versions.add(new WeakReference<>(applications.classLoaderOf(name)));
                long beginNanos = System.nanoTime();
                apply(new ApplicationChange.Update(bundle, bundle.toString()));
                updateNanos.add(System.nanoTime() - beginNanos);
            }
        };

        Metrics without = new LoadGenerator().measure(target(), LOAD, SILENT);
        List<String> listeners = listeners();
        int threads = threads();
        long start = heap();
        Metrics first = new LoadGenerator().measureDuring(target(), LOAD, SILENT, updates);
        long middle = heap();
        Metrics second = new LoadGenerator().measureDuring(target(), LOAD, SILENT, updates);
        long end = heap();
        if (UPDATES > FEW) {
            report(name, List.of(without, first, second), List.of(start, middle, end), threads);
        }

        assertThat(List.of(without, first, second)).allSatisfy(UpdatesUnderLoadTest::assertEachIsAnsweredOnceInOrder);
        assertThat(applications.leakedClassLoaders()).isEmpty();
        assertThat(listeners()).isEqualTo(listeners);
        assertThat(threads()).as("threads").isLessThanOrEqualTo(threads + FRAMEWORK_THREADS);
        assertThat(end - middle).as("growth of the heap").isLessThan(HEAP_VARIATION);
    }

    private static void assertEachIsAnsweredOnceInOrder(Metrics metrics) {
        assertThat(metrics.packetIns()).isPositive();
        assertThat(metrics.flowMods() + metrics.packetOuts())
                .as("answers")
                .isEqualTo(metrics.answered())
                .isEqualTo(metrics.packetIns());
        assertThat(metrics)
                .extracting(Metrics::lost, Metrics::duplicated, Metrics::reordered, Metrics::unknown)
                .containsOnly(0L);
    }

    private void apply(ApplicationChange change) {
        beacon.applications().apply(List.of(change), false);
    }

    private Target target() throws IOException {
        return new Target(beacon.address(), OptionalLong.empty());
    }

    /** Returns the listeners of all pipelines, in order. */
    private List<String> listeners() {
        return beacon.controller().pipelines().stream()
                .flatMap(pipeline -> pipeline.listeners().stream())
                .map(PipelineDescription.Entry::listener)
                .toList();
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** Returns the bytes in use after the load has ended and the classes of the old versions were unloaded. */
    private long heap() {
        await().untilAsserted(() -> {
            assertThat(beacon.controller().switches()).isEmpty();
            System.gc();
            assertThat(versions)
                    .as("class loaders of old versions")
                    .filteredOn(version -> !version.refersTo(null))
                    .isEmpty();
        });
        for (int i = 0; i < COMPACTING_COLLECTION; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                .sum();
    }

    private void report(String name, List<Metrics> metrics, List<Long> heap, int threads) {
        updateNanos.sort(null);
        System.out.printf(
                Locale.ROOT,
                "%s: %,d updates: median %.1f ms, longest %.1f ms; threads %d, then %d%n",
                name,
                updateNanos.size(),
                updateNanos.get(updateNanos.size() / 2) / 1e6,
                updateNanos.getLast() / 1e6,
                threads,
                threads());
        List<String> phases = List.of("without updates", "first half", "second half");
        for (int i = 0; i < phases.size(); i++) {
            System.out.printf(
                    Locale.ROOT,
                    "  %-15s %,15d packet-ins, %,12.0f answers/s, longest pause of a switch %5.1f ms; then %.2f MB in"
                            + " use%n",
                    phases.get(i),
                    metrics.get(i).packetIns(),
                    metrics.get(i).answersPerSecond(),
                    metrics.get(i).longestPauseNanos() / 1e6,
                    heap.get(i) / 1e6);
        }
    }
}

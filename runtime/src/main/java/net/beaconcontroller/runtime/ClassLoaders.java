package net.beaconcontroller.runtime;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import javax.management.NotificationEmitter;

/**
 * The class loaders of bundles that were uninstalled or replaced. One is leaked if a collection of the whole heap that
 * began more than five seconds later has not released it: something outside of the application refers to one of its
 * objects, such as a thread that it has not ended. Before, the framework may still unload the bundle, and the JVM may
 * compile its methods, which took up to three seconds on a busy machine. Never causes a collection, which would
 * stop all loops. Thread-safe.
 */
final class ClassLoaders {
    private static final System.Logger LOG = System.getLogger(ClassLoaders.class.getName());

    /** The maximum time until a discarded class loader is unreachable, if it is not leaked. */
    static final long RELEASE_MILLIS = 5_000;

    /** The collectors that collect the whole heap, by the names of their beans in the JDK. */
    private static final Set<String> FULL =
            Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation", "ZGC Major Cycles", "Shenandoah Cycles");

    /**
     * A discarded class loader.
     *
     * @param millis when it was discarded
     */
    private record Discarded(String application, WeakReference<ClassLoader> loader, long millis) {}

    /** Returns the present time. */
    private final LongSupplier clock;

    /** Returns when the latest collection of the whole heap began. */
    private final LongSupplier collected;

    private final List<Discarded> discarded = new ArrayList<>();
    private final List<Discarded> reported = new ArrayList<>();
    private boolean notified;

    ClassLoaders() {
        this(() -> ManagementFactory.getRuntimeMXBean().getUptime(), ClassLoaders::latestCollection);
    }

    /**
     * Creates an object with these times, in milliseconds since the start of the JVM.
     *
     * @param clock returns the present time
     * @param collected returns when the latest collection of the whole heap began; 0 if there was none
     */
    ClassLoaders(LongSupplier clock, LongSupplier collected) {
        this.clock = clock;
        this.collected = collected;
    }

    private static List<GarbageCollectorMXBean> fullCollectors() {
        return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                .filter(bean -> FULL.contains(bean.getName()))
                .toList();
    }

    private static long latestCollection() {
        return fullCollectors().stream()
                .map(GarbageCollectorMXBean::getLastGcInfo)
                .filter(Objects::nonNull)
                .mapToLong(GcInfo::getStartTime)
                .max()
                .orElse(0);
    }

    /** Checks after each collection of the whole heap. */
    private void requestNotification() {
        for (GarbageCollectorMXBean bean : fullCollectors()) {
            if (bean instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener((_, _) -> check(), null, null);
            }
        }
    }

    /**
     * Records that the bundle of an application was uninstalled or replaced.
     *
     * @param loader the class loader of the bundle, which the caller does not keep
     */
    synchronized void discarded(String application, ClassLoader loader) {
        if (!notified) {
            // not earlier, because the classes for it cost time and memory
            notified = true;
            requestNotification();
        }
        discarded.add(new Discarded(application, new WeakReference<>(loader), clock.getAsLong()));
    }

    /** Returns the number of leaked class loaders of each application that has any. */
    synchronized Map<String, Integer> leaked() {
        check();
        var leaked = new TreeMap<String, Integer>();
        reported.forEach(one -> leaked.merge(one.application, 1, Integer::sum));
        return leaked;
    }

    private synchronized void check() {
        reported.removeIf(one -> one.loader.refersTo(null));
        discarded.removeIf(one -> one.loader.refersTo(null));
        long collectedMillis = collected.getAsLong();
        List<Discarded> leaked = discarded.stream()
                .filter(one -> collectedMillis - one.millis > RELEASE_MILLIS)
                .toList();
        discarded.removeAll(leaked);
        for (Discarded one : leaked) {
            if (reported.stream().noneMatch(other -> other.application.equals(one.application))) {
                LOG.log(
                        Level.WARNING,
                        ("application %s: the classes of a version that was removed or updated are still in use;"
                                        + " a thread, a thread-local or a static field outside of the application"
                                        + " refers to them, and their memory is not released")
                                .formatted(one.application));
            }
            reported.add(one);
        }
    }
}

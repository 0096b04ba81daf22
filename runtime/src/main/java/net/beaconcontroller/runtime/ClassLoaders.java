package net.beaconcontroller.runtime;

import java.lang.System.Logger.Level;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import javax.management.NotificationEmitter;

/**
 * The class loaders of bundles that were uninstalled or replaced. One that is still reachable after a collection of the
 * whole heap is leaked: something outside of the application refers to one of its objects, such as a thread that it has
 * not ended. Never causes a collection. Thread-safe.
 */
final class ClassLoaders {
    private static final System.Logger LOG = System.getLogger(ClassLoaders.class.getName());

    /** The collectors that collect the whole heap, by the names of their beans in the JDK. */
    private static final Set<String> FULL =
            Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation", "ZGC Major Cycles", "Shenandoah Cycles");

    /**
     * A discarded class loader.
     *
     * @param collections the number of collections of the whole heap before
     */
    private record Discarded(String application, WeakReference<ClassLoader> loader, long collections) {}

    private final LongSupplier collections;
    private final List<Discarded> discarded = new ArrayList<>();
    private final List<Discarded> reported = new ArrayList<>();
    private boolean notified;

    ClassLoaders() {
        this(ClassLoaders::fullCollections);
    }

    /**
     * Creates an object that learns of collections from a counter.
     *
     * @param collections returns the number of collections of the whole heap since the start
     */
    ClassLoaders(LongSupplier collections) {
        this.collections = collections;
    }

    private static List<GarbageCollectorMXBean> fullCollectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(bean -> FULL.contains(bean.getName()))
                .toList();
    }

    private static long fullCollections() {
        return fullCollectors().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
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
        discarded.add(new Discarded(application, new WeakReference<>(loader), collections.getAsLong()));
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
        long now = collections.getAsLong();
        List<Discarded> leaked =
                discarded.stream().filter(one -> one.collections < now).toList();
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

package net.beaconcontroller.runtime;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.ListenerRegistry;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * Registers the listeners of applications with the controller as long as their services are registered. Those of a
 * bundle that starts wait until it has started, and join the pipelines in one change. Safe for use by several threads.
 */
final class ListenerServices implements ServiceTrackerCustomizer<Listener, ListenerServices.Tracked>, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    private static final List<Class<? extends Listener>> TYPES = List.of(
            PacketInListener.class,
            PacketInBatchListener.class,
            MessageListener.class,
            SwitchListener.class,
            Initializer.class);

    private final BundleContext context;
    private final ListenerRegistry registry;
    private final ApplicationConfiguration settings;
    private final ServiceTracker<Listener, Tracked> tracker;
    /** The bundles whose listeners wait, with these. */
    private final Map<Bundle, List<Tracked>> held = new HashMap<>();

    ListenerServices(BundleContext context, ListenerRegistry registry, ApplicationConfiguration settings)
            throws InvalidSyntaxException {
        this.context = context;
        this.registry = registry;
        this.settings = settings;
        String filter = TYPES.stream()
                .map(type -> "(objectClass=" + type.getName() + ")")
                .collect(Collectors.joining("", "(|", ")"));
        tracker = new ServiceTracker<>(context, FrameworkUtil.createFilter(filter), this);
        tracker.open();
    }

    /** A listener of an application, and its registration with the controller. */
    static final class Tracked {
        private final Bundle bundle;
        private final Listener listener;
        private @Nullable Registration registration;
        private boolean closed;

        Tracked(Bundle bundle, Listener listener) {
            this.bundle = bundle;
            this.listener = listener;
        }

        synchronized void registered(Registration added) {
            registration = added;
            if (closed) {
                added.close();
            }
        }

        synchronized @Nullable Registration registration() {
            return registration;
        }

        synchronized void close() {
            closed = true;
            if (registration != null) {
                registration.close();
            }
        }
    }

    /** Lets the listeners of a bundle wait for {@link #join}. */
    void hold(Bundle bundle) {
        synchronized (held) {
            held.computeIfAbsent(bundle, _ -> new ArrayList<>());
        }
    }

    /** Registers the listeners of a bundle that wait, in one change. Has no effect if they do not wait. */
    void join(Bundle bundle) {
        replace(List.of(), bundle);
    }

    /** Registers the listeners of a bundle that wait in place of those of another bundle, in one change. */
    void replace(Bundle old, Bundle replacement) {
        replace(
                tracker.getTracked().values().stream()
                        .filter(tracked -> tracked.bundle.equals(old))
                        .map(Tracked::registration)
                        .filter(Objects::nonNull)
                        .toList(),
                replacement);
    }

    private void replace(List<Registration> removed, Bundle replacement) {
        List<Tracked> added = release(replacement);
        List<Registration> registrations = registry.replace(
                replacement.getSymbolicName(),
                removed,
                added.stream().map(tracked -> tracked.listener).toList());
        for (int i = 0; i < added.size(); i++) {
            added.get(i).registered(registrations.get(i));
        }
    }

    /** Ends {@link #hold}. Returns the listeners that have waited. A later one does not wait. */
    private List<Tracked> release(Bundle bundle) {
        synchronized (held) {
            List<Tracked> waiting = held.remove(bundle);
            return waiting == null ? List.of() : waiting;
        }
    }

    /** Forgets a bundle that is uninstalled. */
    void forget(Bundle bundle) {
        var _ = release(bundle);
    }

    @Override
    public @Nullable Tracked addingService(ServiceReference<Listener> reference) {
        Bundle bundle = reference.getBundle();
        Object service = context.getService((ServiceReference<?>) reference);
        if (service instanceof Listener listener) {
            var tracked = new Tracked(bundle, listener);
            if (!isHeld(tracked)) {
                tracked.registered(registry.register(bundle.getSymbolicName(), listener));
            }
            return tracked;
        }
        if (!settings.hasErrors(bundle.getSymbolicName())) {
            LOG.log(
                    Level.ERROR,
                    "application %s: a component was not activated; an earlier log line has the cause"
                            .formatted(bundle.getSymbolicName()));
        }
        return null;
    }

    /** Returns whether a listener has to wait, and adds it to those that do. */
    private boolean isHeld(Tracked tracked) {
        synchronized (held) {
            List<Tracked> waiting = held.get(tracked.bundle);
            return waiting != null && waiting.add(tracked);
        }
    }

    @Override
    public void modifiedService(ServiceReference<Listener> reference, Tracked tracked) {}

    @Override
    public void removedService(ServiceReference<Listener> reference, Tracked tracked) {
        synchronized (held) {
            List<Tracked> waiting = held.get(tracked.bundle);
            if (waiting != null) {
                waiting.remove(tracked);
            }
        }
        tracked.close();
        context.ungetService(reference);
    }

    /** Removes all listeners from the pipelines. */
    @Override
    public void close() {
        tracker.close();
    }
}

package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.core.ListenerRegistry;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.BundleReference;
import org.osgi.framework.Constants;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * The OSGi framework that contains the bundles of the applications. It offers them the packages of {@link #VISIBLE},
 * the controller and their settings, and registers their listeners with the controller.
 */
final class OsgiFramework implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    /** The bundles of the class path whose packages the framework exports to applications. */
    private static final List<String> VISIBLE = List.of(
            "api",
            "openflow",
            "packet",
            "common",
            "org.osgi.service.component",
            "org.osgi.util.promise",
            "org.osgi.util.function",
            "jakarta.ws.rs-api",
            "com.fasterxml.jackson.core.jackson-annotations",
            "slf4j.api");

    /** That REST resources of applications are served, as bundles require it that follow the OSGi specification. */
    private static final String REST_WHITEBOARD =
            "osgi.implementation;osgi.implementation=\"osgi.jakartars\";version:Version=\"2.0.0\"";

    /** The implementation of Declarative Services, which creates the components. */
    static final String COMPONENT_RUNTIME = "org.apache.felix.scr";

    private static final List<Class<? extends Listener>> LISTENERS = List.of(
            PacketInListener.class,
            PacketInBatchListener.class,
            MessageListener.class,
            SwitchListener.class,
            Initializer.class);

    private static final long STOP_MILLIS = 5_000;

    /** The time without a further change after which Declarative Services reports that components have changed. */
    private static final int COMPONENT_CHANGE_MILLIS = 300;

    private static final int REFRESH_SECONDS = 30;

    private final Framework framework;
    private final BundleContext context;
    private final Listeners listeners;
    private final ServiceTracker<Listener, TrackedListener> tracker;
    private final ServiceComponentRuntime components;
    private final ClassLoaders classLoaders = new ClassLoaders();

    /**
     * Starts the framework, without applications.
     *
     * @param storage a folder for the framework's own files, which it deletes first
     */
    OsgiFramework(
            Path storage,
            Controller controller,
            ListenerRegistry registry,
            ApplicationConfiguration settings,
            Events events,
            Store store) {
        try {
            var classPath = new ClassPathBundles();
            framework = ServiceLoader.load(FrameworkFactory.class)
                    .findFirst()
                    .orElseThrow()
                    .newFramework(Map.of(
                            Constants.FRAMEWORK_STORAGE,
                            storage.toString(),
                            Constants.FRAMEWORK_STORAGE_CLEAN,
                            Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT,
                            // An update installs the new version beside the old one, possibly of the same number.
                            Constants.FRAMEWORK_BSNVERSION,
                            Constants.FRAMEWORK_BSNVERSION_MULTIPLE,
                            Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                            VISIBLE.stream().map(classPath::exports).collect(Collectors.joining(",")),
                            Constants.FRAMEWORK_SYSTEMCAPABILITIES_EXTRA,
                            REST_WHITEBOARD,
                            "ds.service.changecount.timeout",
                            String.valueOf(COMPONENT_CHANGE_MILLIS),
                            Constants.FRAMEWORK_BOOTDELEGATION,
                            ""));
            framework.init();
            context = framework.getBundleContext();
            registry.setApplicationOf(OsgiFramework::applicationOf);
            context.addBundleListener((SynchronousBundleListener) event -> {
                if (event.getType() == BundleEvent.STOPPED && isApplication(event.getBundle())) {
                    registry.end(event.getBundle().getSymbolicName(), classLoader(event.getBundle()));
                }
            });
            Bundle runtime = context.installBundle(classPath.location(COMPONENT_RUNTIME));
            framework.start();
            runtime.start();
            components = service(ServiceComponentRuntime.class);
            context.registerService(Controller.class, new ApplicationController.Factory(controller), null);
            context.registerService(ApplicationSettings.class, settings, null);
            context.registerService(Events.class, events, null);
            context.registerService(Store.class, new OwnedStore.Factory(store), null);
            listeners = new Listeners(context, registry, settings);
            tracker = new ServiceTracker<>(context, listenerFilter(), listeners);
            tracker.open();
        } catch (BundleException | InvalidSyntaxException e) {
            throw new IllegalStateException("cannot start the OSGi framework", e);
        }
    }

    private <T> T service(Class<T> type) {
        return Objects.requireNonNull(context.getService(Objects.requireNonNull(context.getServiceReference(type))));
    }

    private static Filter listenerFilter() throws InvalidSyntaxException {
        return FrameworkUtil.createFilter(LISTENERS.stream()
                .map(type -> "(objectClass=" + type.getName() + ")")
                .collect(Collectors.joining("", "(|", ")")));
    }

    /** A listener of an application, and its registration with the controller. */
    private static final class TrackedListener {
        final Listener listener;

        /** Null while the listener waits for its bundle to {@link #replaceListeners}. */
        @Nullable
        Registration registration;

        TrackedListener(Listener listener) {
            this.listener = listener;
        }
    }

    /** Registers listeners with the controller as long as their services are registered. */
    private static final class Listeners implements ServiceTrackerCustomizer<Listener, TrackedListener> {
        private final BundleContext context;
        private final ListenerRegistry registry;
        private final ApplicationConfiguration settings;

        /** The bundle whose listeners wait, or null. */
        private volatile @Nullable Bundle held;

        Listeners(BundleContext context, ListenerRegistry registry, ApplicationConfiguration settings) {
            this.context = context;
            this.registry = registry;
            this.settings = settings;
        }

        @Override
        public @Nullable TrackedListener addingService(ServiceReference<Listener> reference) {
            String application = reference.getBundle().getSymbolicName();
            Object service = context.getService((ServiceReference<?>) reference);
            if (service instanceof Listener listener) {
                var tracked = new TrackedListener(listener);
                if (!reference.getBundle().equals(held)) {
                    tracked.registration = registry.register(application, listener);
                }
                return tracked;
            }
            if (!settings.hasErrors(application)) {
                LOG.log(
                        Level.ERROR,
                        "application %s: a component was not activated; an earlier log line has the cause"
                                .formatted(application));
            }
            return null;
        }

        @Override
        public void modifiedService(ServiceReference<Listener> reference, TrackedListener tracked) {}

        @Override
        public void removedService(ServiceReference<Listener> reference, TrackedListener tracked) {
            if (tracked.registration != null) {
                tracked.registration.close();
            }
            context.ungetService(reference);
        }
    }

    BundleContext context() {
        return context;
    }

    /** Runs a task each time the states of components have changed. */
    void onComponentChange(Runnable task) {
        try {
            context.addServiceListener(
                    _ -> task.run(), "(objectClass=%s)".formatted(ServiceComponentRuntime.class.getName()));
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    ServiceComponentRuntime components() {
        return components;
    }

    /** Returns the bundles of the applications. */
    Stream<Bundle> bundles() {
        return Arrays.stream(context.getBundles()).filter(OsgiFramework::isApplication);
    }

    private static boolean isApplication(Bundle bundle) {
        return bundle.getBundleId() != Constants.SYSTEM_BUNDLE_ID
                && bundle.getSymbolicName() != null
                && !COMPONENT_RUNTIME.equals(bundle.getSymbolicName());
    }

    /** Returns the name of the application that contains a class, if one does. */
    private static Optional<String> applicationOf(Class<?> type) {
        return type.getClassLoader() instanceof BundleReference reference && isApplication(reference.getBundle())
                ? Optional.of(reference.getBundle().getSymbolicName())
                : Optional.empty();
    }

    /** Returns the class loader of a bundle that is resolved. */
    static ClassLoader classLoader(Bundle bundle) {
        return bundle.adapt(BundleWiring.class).getClassLoader();
    }

    /**
     * Installs a bundle without copying it.
     *
     * @throws IOException if the file is no bundle with a name; the message says why
     */
    Bundle install(Path jar) throws IOException {
        Bundle bundle;
        try {
            bundle = context.installBundle("reference:" + jar.toAbsolutePath().toUri());
        } catch (BundleException e) {
            throw new IOException(reason(e), e);
        }
        try {
            ApplicationName.require(bundle.getSymbolicName());
        } catch (IOException e) {
            uninstall(bundle);
            throw e;
        }
        return bundle;
    }

    private static String reason(BundleException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ZipException) {
                return "not a JAR file";
            }
        }
        return String.valueOf(e.getMessage());
    }

    /** Starts a bundle whose listeners wait until {@link #replaceListeners} is called. */
    void startHeld(Bundle bundle) throws BundleException {
        listeners.held = bundle;
        bundle.start();
    }

    /** Registers the listeners of a started bundle in place of those of another, in one change. */
    void replaceListeners(Bundle old, Bundle replacement) {
        List<Registration> removed = tracked(old).values().stream()
                .map(tracked -> tracked.registration)
                .filter(Objects::nonNull)
                .toList();
        // A component that becomes active from here on does not wait.
        listeners.held = null;
        List<TrackedListener> added = tracked(replacement).values().stream()
                .filter(tracked -> tracked.registration == null)
                .toList();
        List<Registration> registrations = listeners.registry.replace(
                replacement.getSymbolicName(),
                removed,
                added.stream().map(tracked -> tracked.listener).toList());
        for (int i = 0; i < added.size(); i++) {
            added.get(i).registration = registrations.get(i);
        }
    }

    /** Ends {@link #startHeld} without a replacement. */
    void release() {
        listeners.held = null;
    }

    private Map<ServiceReference<Listener>, TrackedListener> tracked(Bundle bundle) {
        var all = new HashMap<ServiceReference<Listener>, TrackedListener>(tracker.getTracked());
        all.keySet().removeIf(reference -> !bundle.equals(reference.getBundle()));
        return all;
    }

    /** Uninstalls a bundle. Its classes stay loaded until {@link #refresh}. */
    void uninstall(Bundle bundle) {
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        if (wiring != null) {
            classLoaders.discarded(bundle.getSymbolicName(), wiring.getClassLoader());
        }
        try {
            bundle.uninstall();
        } catch (BundleException e) {
            LOG.log(Level.WARNING, "cannot uninstall %s".formatted(bundle), e);
        }
    }

    /** Returns the class loaders of uninstalled bundles. */
    ClassLoaders classLoaders() {
        return classLoaders;
    }

    /** Unloads uninstalled bundles, and restarts those that use their packages. */
    void refresh(Collection<Bundle> uninstalled) {
        var refreshed = new CountDownLatch(1);
        framework.adapt(FrameworkWiring.class).refreshBundles(uninstalled, _ -> refreshed.countDown());
        try {
            if (!refreshed.await(REFRESH_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(Level.WARNING, "applications have not restarted after %d s".formatted(REFRESH_SECONDS));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops all applications and the framework. */
    @Override
    public void close() {
        try {
            tracker.close();
            framework.stop();
            framework.waitForStop(STOP_MILLIS);
        } catch (BundleException e) {
            LOG.log(Level.WARNING, "stopping the applications failed", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

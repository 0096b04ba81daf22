package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.core.ListenerRegistry;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.BundleReference;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

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
            "net",
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

    private static final long STOP_MILLIS = 5_000;

    /** The time without a further change after which Declarative Services reports that components have changed. */
    private static final int COMPONENT_CHANGE_MILLIS = 300;

    private static final int REFRESH_SECONDS = 30;

    private final Framework framework;
    private final BundleContext context;
    private final ListenerServices listeners;
    private final ServiceComponentRuntime components;
    private final ListenerRegistry registry;
    private final ClassLoaders classLoaders = new ClassLoaders();
    /** The bundles from which a new version has taken over, until they are uninstalled. */
    private final Set<Bundle> replaced = ConcurrentHashMap.newKeySet();

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
        this.registry = registry;
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
            VersionSeparation.register(context);
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
            context.registerService(
                    Controller.class, new ApplicationController.Factory(controller, replaced::contains), null);
            context.registerService(ApplicationSettings.class, settings, null);
            context.registerService(Events.class, events, null);
            context.registerService(Store.class, new OwnedStore.Factory(store), null);
            listeners = new ListenerServices(context, registry, settings);
        } catch (BundleException | InvalidSyntaxException e) {
            throw new IllegalStateException("cannot start the OSGi framework", e);
        }
    }

    private <T> T service(Class<T> type) {
        return Objects.requireNonNull(context.getService(Objects.requireNonNull(context.getServiceReference(type))));
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
     * @throws IOException if the file is not a bundle with a name; the message says why
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

    /** Starts a bundle, whose listeners join the pipelines afterwards, in one change. */
    void start(Bundle bundle) throws BundleException {
        startHeld(bundle);
        listeners.join(bundle);
    }

    /** Starts a bundle whose listeners wait for {@link #takeOver}. */
    void startHeld(Bundle bundle) throws BundleException {
        listeners.hold(bundle);
        bundle.start();
    }

    /** Registers the listeners of a started bundle in place of those of an earlier version, in one change. */
    void takeOver(Bundle old, Bundle fresh) {
        listeners.replace(old, fresh);
        replaced.add(old);
    }

    /**
     * Ends all that a bundle has registered with the controller, now and later, without calling the
     * bundle.
     */
    void silence(Bundle bundle) {
        listeners.hold(bundle);
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        if (wiring != null) {
            registry.end(bundle.getSymbolicName(), wiring.getClassLoader());
        }
        if (bundle.getState() == Bundle.UNINSTALLED) {
            // It has returned meanwhile.
            listeners.forget(bundle);
        }
    }

    /**
     * Creates the services of a new version whose types others use of the old one, as they do when they receive them.
     *
     * @return ends this use of the services
     */
    Registration createServices(Bundle old, Bundle fresh) {
        Set<String> used = services(old)
                .filter(service -> service.getUsingBundles() != null)
                .flatMap(OsgiFramework::types)
                .collect(Collectors.toSet());
        List<ServiceReference<?>> created = services(fresh)
                .filter(service -> types(service).anyMatch(used::contains))
                .toList();
        created.forEach(context::getService);
        return () -> created.forEach(context::ungetService);
    }

    private static Stream<ServiceReference<?>> services(Bundle bundle) {
        return Stream.ofNullable(bundle.getRegisteredServices()).flatMap(Arrays::stream);
    }

    private static Stream<String> types(ServiceReference<?> service) {
        return Arrays.stream((String[]) service.getProperty(Constants.OBJECTCLASS));
    }

    /** Returns the bundles that use packages of a bundle, directly or through others; itself excluded. */
    List<Bundle> usersOfPackages(Bundle bundle) {
        return closure(bundle).stream()
                .filter(other -> !other.equals(bundle))
                // those that others use come last
                .sorted(Comparator.comparingInt(other -> closure(other).size()))
                .toList();
    }

    private Collection<Bundle> closure(Bundle bundle) {
        return framework.adapt(FrameworkWiring.class).getDependencyClosure(List.of(bundle));
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
        listeners.forget(bundle);
        replaced.remove(bundle);
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

    /** Removes the listeners of all applications from the pipelines. */
    void closeListeners() {
        listeners.close();
    }

    @Override
    public void close() {
        close(Duration.ofMillis(STOP_MILLIS));
    }

    /** Stops all applications and the framework, and waits for at most this time. */
    void close(Duration patience) {
        try {
            listeners.close();
            framework.stop();
            framework.waitForStop(Math.max(1, patience.toMillis()));
        } catch (BundleException e) {
            LOG.log(Level.WARNING, "stopping the applications failed", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

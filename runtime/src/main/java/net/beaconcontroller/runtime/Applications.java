package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.SwitchListener;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * The applications, each a bundle in an OSGi framework. They are installed, started, stopped and uninstalled while the
 * controller runs. A component that implements a {@link Listener} interface joins the pipelines when its bundle starts
 * and leaves them when it stops. Safe for use by several threads.
 */
public final class Applications implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    /** The modules whose packages the framework exports to applications. */
    private static final List<String> VISIBLE = List.of("api", "openflow", "packet", "common");

    /** OSGi Declarative Services, which creates the components. */
    private static final List<String> SERVICE_BUNDLES = List.of(
            "org.osgi.util.function", "org.osgi.util.promise", "org.osgi.service.component", "org.apache.felix.scr");

    private static final List<Class<? extends Listener>> LISTENERS = List.of(
            PacketInListener.class,
            PacketInBatchListener.class,
            MessageListener.class,
            SwitchListener.class,
            Initializer.class);

    /** The manifest headers of a bundle that has components, is a library, or has an activator. */
    private static final List<String> PURPOSES =
            List.of("Service-Component", Constants.EXPORT_PACKAGE, Constants.BUNDLE_ACTIVATOR);

    private static final long STOP_MILLIS = 5_000;

    private final Path storage;
    private final Framework framework;
    private final ServiceTracker<Listener, Registration> listeners;
    private final ApplicationConfiguration settings;
    private final BundledApplications bundled;
    private final MissingRequirements missing;

    /**
     * Starts the framework, without applications.
     *
     * @param controller the controller that applications receive
     * @param settings the settings that applications receive
     */
    Applications(Controller controller, ApplicationConfiguration settings, BundledApplications bundled) {
        this.settings = settings;
        this.bundled = bundled;
        storage = newStorage();
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
                            Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                            VISIBLE.stream().map(classPath::exports).collect(Collectors.joining(",")),
                            Constants.FRAMEWORK_BOOTDELEGATION,
                            ""));
            framework.init();
            BundleContext context = framework.getBundleContext();
            var services = new ArrayList<Bundle>();
            for (String name : SERVICE_BUNDLES) {
                services.add(context.installBundle(classPath.location(name)));
            }
            framework.start();
            for (Bundle service : services) {
                service.start();
            }
            context.registerService(Controller.class, new ApplicationController.Factory(controller), null);
            context.registerService(ApplicationSettings.class, settings, null);
            listeners = new ServiceTracker<>(context, listenerFilter(), new Tracking(context, controller, settings));
            listeners.open();
            missing = new MissingRequirements(context, bundled);
        } catch (BundleException | InvalidSyntaxException e) {
            throw new IllegalStateException("cannot start the OSGi framework", e);
        }
    }

    private static Path newStorage() {
        try {
            return Files.createTempDirectory("beacon-bundles");
        } catch (IOException e) {
            throw new ApplicationException(
                    ("cannot create a folder for bundles in %s (%s); set another with "
                                    + "-Djava.io.tmpdir=FOLDER in BEACON_JAVA_OPTS")
                            .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()),
                    e);
        }
    }

    private static Filter listenerFilter() throws InvalidSyntaxException {
        return FrameworkUtil.createFilter(LISTENERS.stream()
                .map(type -> "(objectClass=" + type.getName() + ")")
                .collect(Collectors.joining("", "(|", ")")));
    }

    /** Registers listeners with the controller as long as their services are registered. */
    private record Tracking(BundleContext context, Controller controller, ApplicationConfiguration settings)
            implements ServiceTrackerCustomizer<Listener, Registration> {

        @Override
        public @Nullable Registration addingService(ServiceReference<Listener> reference) {
            String application = reference.getBundle().getSymbolicName();
            Object service = context.getService((ServiceReference<?>) reference);
            if (service instanceof Listener listener) {
                return controller.register(application, listener);
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
        public void modifiedService(ServiceReference<Listener> reference, Registration registration) {}

        @Override
        public void removedService(ServiceReference<Listener> reference, Registration registration) {
            registration.close();
            context.ungetService(reference);
        }
    }

    /** Returns the installed applications, ordered by name. */
    public List<Application> list() {
        return bundles()
                .map(Applications::describe)
                .sorted(Comparator.comparing(Application::name))
                .toList();
    }

    /**
     * Installs an application, without starting it.
     *
     * @param file a JAR file, or a folder with its contents
     * @throws ApplicationException if the file is no bundle, or an application with its name and version is installed
     */
    public Application install(Path file) {
        if (!Files.exists(file)) {
            throw new ApplicationException("cannot install %s: the file does not exist".formatted(file));
        }
        Bundle bundle;
        try {
            bundle = framework
                    .getBundleContext()
                    .installBundle("reference:" + file.toAbsolutePath().toUri());
        } catch (BundleException e) {
            throw new ApplicationException("cannot install %s: %s".formatted(file, reason(e)), e);
        }
        if (bundle.getSymbolicName() == null) {
            uninstall(bundle);
            throw new ApplicationException(("cannot install %s: not an application, because the manifest has no "
                            + "Bundle-SymbolicName; build it with bnd as in docs/applications.md")
                    .formatted(file));
        }
        Dictionary<String, String> headers = bundle.getHeaders("");
        if (PURPOSES.stream().allMatch(header -> headers.get(header) == null)) {
            LOG.log(
                    Level.WARNING,
                    ("application %s does nothing: %s has no component; annotate a class with "
                                    + "@Component of org.osgi.service.component.annotations, and build it with bnd")
                            .formatted(bundle.getSymbolicName(), file));
        }
        return describe(bundle);
    }

    private static String reason(BundleException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ZipException) {
                return "not a JAR file";
            }
        }
        return e.getType() == BundleException.DUPLICATE_BUNDLE_ERROR
                ? "an application with this name and version is already installed"
                : String.valueOf(e.getMessage());
    }

    private static void uninstall(Bundle bundle) {
        try {
            bundle.uninstall();
        } catch (BundleException e) {
            LOG.log(Level.WARNING, "cannot uninstall a file that is not an application", e);
        }
    }

    /**
     * Installs and starts applications, in any order: all are installed before one is started, and Declarative Services
     * activates a component when the services that it needs are registered.
     *
     * @param apps names of bundled applications, or paths of JAR files
     * @throws ApplicationException if one cannot be started, or needs a service that none of them provides
     * @throws SettingsException if one of their settings is wrong
     */
    void startAll(List<String> apps) {
        List<String> names =
                apps.stream().map(app -> install(bundled.file(app)).name()).toList();
        names.forEach(this::start);
        for (String name : names) {
            String services = missing.services(find(name));
            if (!services.isEmpty()) {
                throw new ApplicationException("cannot start application %s: %s".formatted(name, services));
            }
        }
    }

    /**
     * Starts an application. Starting a started application has no effect.
     *
     * @throws ApplicationException if it cannot be started
     * @throws SettingsException if one of its settings is wrong; it is stopped then
     */
    public void start(String name) {
        act(name, "start", Bundle::start);
        Map<String, Set<String>> errors = settings.takeErrors();
        if (!errors.isEmpty()) {
            errors.keySet().forEach(this::stop);
            throw new SettingsException(errors.entrySet().stream()
                    .map(entry -> "cannot start application %s: %s"
                            .formatted(entry.getKey(), String.join("; ", entry.getValue())))
                    .collect(Collectors.joining(System.lineSeparator())));
        }
    }

    /** Stops an application. When this method returns, its listeners are not called any more. Idempotent. */
    public void stop(String name) {
        act(name, "stop", Bundle::stop);
    }

    /** Stops an application, uninstalls it, and unloads its classes. */
    public void uninstall(String name) {
        act(name, "uninstall", bundle -> {
            bundle.uninstall();
            framework.adapt(FrameworkWiring.class).refreshBundles(List.of(bundle));
        });
    }

    /** Returns the class loader of an installed application, for tests that check that it is collected. */
    ClassLoader classLoaderOf(String name) {
        return find(name).adapt(BundleWiring.class).getClassLoader();
    }

    private interface BundleAction {
        void on(Bundle bundle) throws BundleException;
    }

    private void act(String name, String verb, BundleAction action) {
        Bundle bundle = find(name);
        try {
            action.on(bundle);
        } catch (BundleException e) {
            String packages = e.getType() == BundleException.RESOLVE_ERROR ? missing.packages(bundle) : "";
            throw new ApplicationException(
                    "cannot %s application %s: %s"
                            .formatted(verb, name, packages.isEmpty() ? e.getMessage() : packages),
                    e);
        }
    }

    private Bundle find(String name) {
        return bundles()
                .filter(candidate -> candidate.getSymbolicName().equals(name))
                .findFirst()
                .orElseThrow(() -> new ApplicationException("application %s is not installed; installed are: %s"
                        .formatted(name, list().stream().map(Application::name).collect(Collectors.joining(", ")))));
    }

    private Stream<Bundle> bundles() {
        return Arrays.stream(framework.getBundleContext().getBundles())
                .filter(bundle -> bundle.getBundleId() != Constants.SYSTEM_BUNDLE_ID)
                .filter(bundle -> !SERVICE_BUNDLES.contains(bundle.getSymbolicName()));
    }

    private static Application describe(Bundle bundle) {
        return new Application(
                bundle.getSymbolicName(),
                bundle.getVersion().toString(),
                bundle.getState() == Bundle.ACTIVE ? Application.State.STARTED : Application.State.STOPPED);
    }

    /** Stops all applications and the framework. */
    @Override
    public void close() {
        try {
            listeners.close();
            framework.stop();
            framework.waitForStop(STOP_MILLIS);
            try (Stream<Path> files = Files.walk(storage)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (BundleException | IOException e) {
            LOG.log(Level.WARNING, "stopping the applications failed", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

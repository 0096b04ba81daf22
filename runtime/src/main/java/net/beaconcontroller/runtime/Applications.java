package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
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
 * The applications, each a bundle in an OSGi framework, and their life: installed, started, stopped, uninstalled, all while
 * the controller runs. What implements a {@link Listener} interface and is a component joins the controller's pipelines when
 * it starts, and has left them when it is stopped. Safe for use by several threads.
 */
public final class Applications implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    /** What applications see of the controller. */
    private static final List<String> VISIBLE = List.of("api", "openflow", "packet", "common");

    /** Declarative Services, which makes components of annotated classes. */
    private static final List<String> SERVICE_BUNDLES = List.of(
            "org.osgi.util.function", "org.osgi.util.promise", "org.osgi.service.component", "org.apache.felix.scr");

    private static final List<Class<? extends Listener>> LISTENERS =
            List.of(PacketInListener.class, MessageListener.class, SwitchListener.class, Initializer.class);

    private static final long STOP_MILLIS = 5_000;

    private final Path storage;
    private final Framework framework;
    private final ServiceTracker<Listener, Registration> listeners;
    private final ApplicationConfiguration settings;

    /**
     * Starts the framework, with no application in it.
     *
     * @param settings what is set for applications
     */
    Applications(Controller controller, ApplicationConfiguration settings) {
        this.settings = settings;
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
            for (String name : SERVICE_BUNDLES) {
                context.installBundle(classPath.location(name));
            }
            framework.start();
            for (Bundle bundle : context.getBundles()) {
                if (SERVICE_BUNDLES.contains(bundle.getSymbolicName())) {
                    bundle.start();
                }
            }
            context.registerService(Controller.class, controller, null);
            context.registerService(ApplicationSettings.class, settings, null);
            listeners = new ServiceTracker<>(context, listenerFilter(), new Tracking(context, controller));
            listeners.open();
        } catch (BundleException | InvalidSyntaxException e) {
            throw new IllegalStateException("the OSGi framework does not start", e);
        }
    }

    private static Path newStorage() {
        try {
            return Files.createTempDirectory("beacon-bundles");
        } catch (IOException e) {
            throw new ApplicationException(
                    "cannot make a folder for bundles in %s (%s); -Djava.io.tmpdir=FOLDER in BEACON_JAVA_OPTS names another"
                            .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()),
                    e);
        }
    }

    private static Filter listenerFilter() throws InvalidSyntaxException {
        return FrameworkUtil.createFilter(LISTENERS.stream()
                .map(type -> "(objectClass=" + type.getName() + ")")
                .collect(Collectors.joining("", "(|", ")")));
    }

    /** Takes listeners into the pipelines as their services come, and out as they go. */
    private record Tracking(BundleContext context, Controller controller)
            implements ServiceTrackerCustomizer<Listener, Registration> {

        @Override
        public @Nullable Registration addingService(ServiceReference<Listener> reference) {
            String application = reference.getBundle().getSymbolicName();
            Object service = context.getService((ServiceReference<?>) reference);
            if (service instanceof Listener listener) {
                return controller.register(application, listener);
            }
            LOG.log(Level.ERROR, "application %s: its component could not be made".formatted(application));
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

    /** All that are installed, by name. */
    public List<Application> list() {
        return bundles()
                .map(Applications::describe)
                .sorted(Comparator.comparing(Application::name))
                .toList();
    }

    /**
     * Installs an application, without starting it.
     *
     * @param file a JAR file, or a folder with what would be in one
     * @throws ApplicationException if it is no bundle, or one of its name is installed
     */
    public Application install(Path file) {
        if (!Files.exists(file)) {
            throw new ApplicationException("cannot install %s: there is no such file".formatted(file));
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
            throw new ApplicationException(("cannot install %s: it is no application, as its manifest has no "
                            + "Bundle-SymbolicName; build it with bnd, as docs/applications.md tells")
                    .formatted(file));
        }
        return describe(bundle);
    }

    private static String reason(BundleException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ZipException) {
                return "it is no JAR file";
            }
        }
        return e.getType() == BundleException.DUPLICATE_BUNDLE_ERROR
                ? "an application of this name and version is installed already"
                : String.valueOf(e.getMessage());
    }

    private static void uninstall(Bundle bundle) {
        try {
            bundle.uninstall();
        } catch (BundleException e) {
            LOG.log(Level.WARNING, "cannot uninstall what was just installed", e);
        }
    }

    /**
     * Starts an application; one that is started stays so.
     *
     * @throws ApplicationException if it cannot be
     * @throws SettingsException if something that is set for it is wrong; it is stopped then
     */
    public void start(String name) {
        act(name, "start", Bundle::start);
        Map<String, Set<String>> mistakes = settings.takeMistakes();
        if (!mistakes.isEmpty()) {
            mistakes.keySet().forEach(this::stop);
            throw new SettingsException(mistakes.entrySet().stream()
                    .map(entry -> "cannot start application %s: %s"
                            .formatted(entry.getKey(), String.join("; ", entry.getValue())))
                    .collect(Collectors.joining(System.lineSeparator())));
        }
    }

    /** Stops an application: when this returns, its listeners hear nothing more. One that is stopped stays so. */
    public void stop(String name) {
        act(name, "stop", Bundle::stop);
    }

    /** Stops an application and forgets it, and its classes with it. */
    public void uninstall(String name) {
        act(name, "uninstall", bundle -> {
            bundle.uninstall();
            framework.adapt(FrameworkWiring.class).refreshBundles(List.of(bundle));
        });
    }

    /** What loads an application's classes while it is installed; to see whether it goes when the application does. */
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
            String missing = e.getType() == BundleException.RESOLVE_ERROR
                    ? MissingImports.missing(
                            bundle, framework.getBundleContext().getBundles())
                    : "";
            throw new ApplicationException(
                    "cannot %s application %s: %s".formatted(verb, name, missing.isEmpty() ? e.getMessage() : missing),
                    e);
        }
    }

    private Bundle find(String name) {
        return bundles()
                .filter(candidate -> candidate.getSymbolicName().equals(name))
                .findFirst()
                .orElseThrow(() -> new ApplicationException("no application %s is installed; there are: %s"
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

    /** Stops all applications, and the framework. */
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
            LOG.log(Level.WARNING, "the applications did not stop cleanly", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

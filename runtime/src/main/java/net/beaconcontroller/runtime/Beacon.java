package net.beaconcontroller.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.runtime.events.EventLog;
import net.beaconcontroller.runtime.events.SwitchEvents;
import net.beaconcontroller.store.SqliteStore;
import net.beaconcontroller.store.StoreFile;
import org.slf4j.event.Level;

/** The controller with its applications. */
public final class Beacon implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Beacon.class.getName());

    private final Deque<AutoCloseable> parts;
    private final DataFolder data;
    private final SqliteStore store;
    private final OpenFlowController controller;
    private final Applications applications;
    private final EventLog events;
    private final Settings settings;
    private final ApplicationConfiguration applicationConfiguration;

    /** @param parts what to close, in this order */
    private Beacon(
            Deque<AutoCloseable> parts,
            DataFolder data,
            SqliteStore store,
            OpenFlowController controller,
            Applications applications,
            EventLog events,
            Settings settings,
            ApplicationConfiguration applicationConfiguration) {
        this.parts = parts;
        this.data = data;
        this.store = store;
        this.controller = controller;
        this.applications = applications;
        this.events = events;
        this.settings = settings;
        this.applicationConfiguration = applicationConfiguration;
    }

    /**
     * Starts the controller: opens the socket, starts the applications, and then accepts switches. The applications are
     * those of the settings, as they were changed while a controller with the same data folder ran. If the command line
     * names the applications, exactly these start.
     *
     * @param builtIn the folder of the built-in applications, JAR files
     * @throws IOException if the address or the data folder is not available
     * @throws ApplicationException if an application cannot be started
     * @throws SettingsException if a setting of an application is wrong or unknown
     * @throws StoreException if the store is corrupt or cannot be opened
     */
    public static Beacon start(Settings settings, Path builtIn) throws IOException {
        LogConfiguration.setFormat(settings.logFormat());
        LogConfiguration.setLevel(settings.logLevel());
        var opened = new ArrayDeque<AutoCloseable>();
        try {
            DataFolder data = settings.openDataFolder();
            opened.push(data);
            var events = new EventLog();
            opened.push(events);
            opened.push(LogConfiguration.publish(events));
            SqliteStore store = SqliteStore.open(
                    data.resolve(StoreFile.NAME), settings.storeLimit(), OpenFlowController::isOnEventLoop);
            opened.push(store);
            var controller = new OpenFlowController(OpenFiles.ofProcess().fit(settings.options()));
            opened.push(controller);
            controller.register(OpenFlowController.OWN_LISTENERS, new SwitchEvents(events));
            var configuration = new ApplicationConfiguration(settings.applicationValues());
            var applications = new Applications(
                    controller,
                    controller,
                    configuration,
                    events,
                    store,
                    new BundledApplications(builtIn),
                    data.path(),
                    settings.lifecycleTime());
            opened.push(applications);
            if (settings.isAppsOfCommandLine()) {
                applications.startAll(settings.apps());
            } else {
                applications.startAllAndRecorded(settings.apps());
            }
            requireKnown(configuration);
            var appsFolder = new AppsFolder(data.resolve("apps"), applications);
            opened.push(appsFolder);
            controller.start();
            appsFolder.start();
            return new Beacon(opened, data, store, controller, applications, events, settings, configuration);
        } catch (IOException | RuntimeException e) {
            closeAll(opened).forEach(e::addSuppressed);
            throw e;
        }
    }

    /** Closes all resources and returns the exceptions thrown. */
    private static List<Exception> closeAll(Collection<AutoCloseable> opened) {
        var failures = new ArrayList<Exception>();
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        return failures;
    }

    /**
     * Returns all settings with their values: those of the controller, and those that the applications read. For this,
     * it starts the applications with a controller that has no switches, and stops them again.
     *
     * @param appsFolder the folder of the built-in applications
     * @throws IOException if the folder for temporary files does not exist
     * @throws ApplicationException if an application cannot be started
     * @throws SettingsException if a setting of an application is wrong or unknown
     */
    public static List<Setting.Value> settings(Settings settings, Path appsFolder) throws IOException {
        LogConfiguration.setLevel(Level.ERROR);
        var configuration = new ApplicationConfiguration(settings.applicationValues());
        var controller = new IdleController();
        try (DataFolder data = DataFolder.temporary();
                SqliteStore store = SqliteStore.open(data.resolve(StoreFile.NAME), settings.storeLimit(), () -> false);
                var applications = new Applications(
                        controller,
                        controller,
                        configuration,
                        _ -> {},
                        store,
                        new BundledApplications(appsFolder),
                        data.path(),
                        settings.lifecycleTime())) {
            applications.startAll(settings.apps());
            requireKnown(configuration);
        }
        return Stream.concat(settings.all().stream(), configuration.read().stream())
                .toList();
    }

    private static void requireKnown(ApplicationConfiguration configuration) {
        List<String> unknown = configuration.unknown();
        if (!unknown.isEmpty()) {
            throw new SettingsException(String.join(System.lineSeparator(), unknown));
        }
    }

    /** Returns the version of this controller. */
    public static String version() {
        var properties = new Properties();
        try (InputStream in = Beacon.class.getResourceAsStream("beacon.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    /**
     * Returns the address on which the controller listens for switches without TLS.
     *
     * @throws IllegalStateException if there is none
     */
    public InetSocketAddress address() {
        return controller.address();
    }

    /** Returns the folder of everything that the controller keeps. */
    public DataFolder dataFolder() {
        return data;
    }

    /** Returns the settings with their values: those of the controller, and those that applications have read. */
    public List<Setting.Value> configuration() {
        return Stream.concat(settings.all().stream(), applicationConfiguration.read().stream())
                .toList();
    }

    /** Returns whether a setting may change while the controller runs. */
    public boolean isChangeable(String key) {
        return Settings.isChangeable(key);
    }

    /**
     * Changes a setting until the controller stops. The change has taken effect when this method returns.
     *
     * @param key a setting that is changeable
     * @param text the value, as it would be set
     * @throws SettingsException if the value is wrong; nothing has changed then
     */
    public synchronized void change(String key, String text) {
        settings.change(key, text);
        LogConfiguration.setLevel(settings.logLevel());
    }

    /** Returns the documents that applications keep. */
    public SqliteStore store() {
        return store;
    }

    public OpenFlowController controller() {
        return controller;
    }

    public Applications applications() {
        return applications;
    }

    /** Returns the events of the network and of the applications. */
    public EventLog events() {
        return events;
    }

    /** Stops the applications, and then closes the connections. */
    @Override
    public void close() {
        closeAll(parts).forEach(e -> LOG.log(System.Logger.Level.WARNING, "stopping failed", e));
    }

    /** Closes the store alone, for a process that ends at once. */
    public void abort() {
        store.close();
    }
}

package net.beaconcontroller.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import net.beaconcontroller.core.OpenFlowController;
import org.slf4j.event.Level;

/** The controller with its applications. */
public final class Beacon implements AutoCloseable {
    private final OpenFlowController controller;
    private final Applications applications;

    private Beacon(OpenFlowController controller, Applications applications) {
        this.controller = controller;
        this.applications = applications;
    }

    /**
     * Starts the controller: opens the socket, starts the applications, and then accepts switches.
     *
     * @param appsFolder the folder of the bundled applications, JAR files {@code NAME-VERSION.jar}
     * @throws IOException if the address is not available
     * @throws ApplicationException if an application cannot be started
     * @throws SettingsException if a setting of an application is wrong or unknown
     */
    public static Beacon start(Settings settings, Path appsFolder) throws IOException {
        LogConfiguration.setLevel(settings.logLevel());
        var controller = new OpenFlowController(settings.options());
        var configuration = new ApplicationConfiguration(settings.applicationValues());
        Applications applications;
        try {
            applications = new Applications(controller, configuration, new BundledApplications(appsFolder));
        } catch (RuntimeException e) {
            controller.close();
            throw e;
        }
        var beacon = new Beacon(controller, applications);
        try {
            startAll(applications, configuration, settings);
            controller.start();
        } catch (IOException | RuntimeException e) {
            beacon.close();
            throw e;
        }
        return beacon;
    }

    /**
     * Returns all settings with their values: those of the controller, and those that the applications read. For this,
     * it starts the applications with a controller that has no switches, and stops them again.
     *
     * @param appsFolder the folder of the bundled applications
     * @throws ApplicationException if an application cannot be started
     * @throws SettingsException if a setting of an application is wrong or unknown
     */
    public static List<Setting.Value> settings(Settings settings, Path appsFolder) {
        LogConfiguration.setLevel(Level.ERROR);
        var configuration = new ApplicationConfiguration(settings.applicationValues());
        var bundled = new BundledApplications(appsFolder);
        try (var applications = new Applications(new IdleController(), configuration, bundled)) {
            startAll(applications, configuration, settings);
        }
        return Stream.concat(settings.all().stream(), configuration.read().stream())
                .toList();
    }

    private static void startAll(Applications applications, ApplicationConfiguration configuration, Settings settings) {
        applications.startAll(settings.apps());
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

    /** Returns the address on which the controller listens for switches. */
    public InetSocketAddress address() throws IOException {
        return controller.address();
    }

    public OpenFlowController controller() {
        return controller;
    }

    public Applications applications() {
        return applications;
    }

    /** Stops the applications, and then closes the connections. */
    @Override
    public void close() {
        applications.close();
        controller.close();
    }
}

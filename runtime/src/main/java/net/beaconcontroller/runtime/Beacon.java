package net.beaconcontroller.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.core.OpenFlowController;

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
            applications = new Applications(controller, configuration);
        } catch (RuntimeException e) {
            controller.close();
            throw e;
        }
        var beacon = new Beacon(controller, applications);
        try {
            startAll(applications, configuration, settings, appsFolder);
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
        LogConfiguration.setLevel("error");
        var configuration = new ApplicationConfiguration(settings.applicationValues());
        try (var applications = new Applications(new IdleController(), configuration)) {
            startAll(applications, configuration, settings, appsFolder);
        }
        return Stream.concat(settings.all().stream(), configuration.read().stream())
                .toList();
    }

    private static void startAll(
            Applications applications, ApplicationConfiguration configuration, Settings settings, Path appsFolder) {
        for (String app : settings.apps()) {
            applications.start(applications.install(find(app, appsFolder)).name());
        }
        List<String> unknown = configuration.unknown();
        if (!unknown.isEmpty()) {
            throw new SettingsException(String.join(System.lineSeparator(), unknown));
        }
    }

    /** Returns an application's file: a path, or the JAR with that name in the folder. */
    private static Path find(String app, Path folder) {
        if (app.contains("/") || app.endsWith(".jar")) {
            return Path.of(app);
        }
        List<Path> jars = List.of();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                jars = files.filter(file -> file.toString().endsWith(".jar"))
                        .sorted()
                        .toList();
            } catch (IOException e) {
                throw new ApplicationException("cannot list the applications in %s: %s".formatted(folder, e), e);
            }
        }
        return jars.stream()
                .filter(file -> nameOf(file).equals(app))
                .findFirst()
                .orElseThrow(noSuchApplication(app, jars));
    }

    private static Supplier<ApplicationException> noSuchApplication(String app, List<Path> jars) {
        String names =
                jars.isEmpty() ? "none" : jars.stream().map(Beacon::nameOf).collect(Collectors.joining(", "));
        return () -> new ApplicationException(
                "apps: unknown application %s; bundled are: %s; the path of a JAR file contains a / or ends with .jar"
                        .formatted(app, names));
    }

    private static String nameOf(Path jar) {
        return jar.getFileName().toString().replaceFirst("-\\d.*", "");
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

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

/** The whole controller: the core and its applications. */
public final class Beacon implements AutoCloseable {
    private final OpenFlowController controller;
    private final Applications applications;

    private Beacon(OpenFlowController controller, Applications applications) {
        this.controller = controller;
        this.applications = applications;
    }

    /**
     * Starts the controller: opens its socket, starts the applications, and then lets switches in.
     *
     * @param appsFolder where the applications that come along are, as JAR files {@code NAME-VERSION.jar}
     * @throws IOException if the address cannot be listened on
     * @throws ApplicationException if an application cannot be started
     * @throws SettingsException if something is set for an application that it does not know
     */
    public static Beacon start(Settings settings, Path appsFolder) throws IOException {
        LogConfiguration.setLevel(settings.logLevel());
        var controller = new OpenFlowController(settings.options());
        var ofApplications = new ApplicationConfiguration(settings.ofApplications());
        Applications applications;
        try {
            applications = new Applications(controller, ofApplications);
        } catch (RuntimeException e) {
            controller.close();
            throw e;
        }
        var beacon = new Beacon(controller, applications);
        try {
            for (String app : settings.apps()) {
                String name = applications.install(find(app, appsFolder)).name();
                applications.start(name);
            }
            List<String> unasked = ofApplications.unasked();
            if (!unasked.isEmpty()) {
                throw new SettingsException(String.join(System.lineSeparator(), unasked));
            }
            controller.start();
        } catch (IOException | RuntimeException e) {
            beacon.close();
            throw e;
        }
        return beacon;
    }

    /** An application's file: a path, or the JAR of that name in the folder. */
    private static Path find(String app, Path folder) throws IOException {
        if (app.contains("/") || app.endsWith(".jar")) {
            return Path.of(app);
        }
        List<Path> jars = List.of();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                jars = files.filter(file -> file.toString().endsWith(".jar"))
                        .sorted()
                        .toList();
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
                "apps: there is no application %s; there are: %s; or give the path of a JAR file, with a / or .jar in it"
                        .formatted(app, names));
    }

    private static String nameOf(Path jar) {
        return jar.getFileName().toString().replaceFirst("-\\d.*", "");
    }

    /** The version of this controller. */
    public static String version() {
        var properties = new Properties();
        try (InputStream in = Beacon.class.getResourceAsStream("beacon.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    /** Where switches connect. */
    public InetSocketAddress address() throws IOException {
        return controller.address();
    }

    public OpenFlowController controller() {
        return controller;
    }

    public Applications applications() {
        return applications;
    }

    /** Stops the applications, then closes the connections. */
    @Override
    public void close() {
        applications.close();
        controller.close();
    }
}

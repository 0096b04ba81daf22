package net.beaconcontroller.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The applications that come with the controller.
 *
 * @param folder contains their JAR files {@code NAME-VERSION.jar}; if it does not exist, there are none
 */
record BundledApplications(Path folder) {
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");

    /** Returns the file of an application. A name with a slash or the ending .jar is a path itself. */
    Path file(String app) {
        if (app.contains("/") || app.endsWith(".jar")) {
            return Path.of(app);
        }
        List<Path> jars = jars();
        return jars.stream().filter(jar -> nameOf(jar).equals(app)).findFirst().orElseThrow(() -> {
            String names = jars.stream().map(BundledApplications::nameOf).collect(Collectors.joining(", "));
            return new ApplicationException(("apps: unknown application %s; bundled are: %s; "
                            + "the path of a JAR file contains a / or ends with .jar")
                    .formatted(app, names.isEmpty() ? "none" : names));
        });
    }

    /** Returns the name of the application that exports a package. */
    Optional<String> exporterOf(String packageName) {
        // quoted are the packages that the exported ones use
        return find("Export-Package", packageName, QUOTED);
    }

    /** Returns the name of the application that provides a service. */
    Optional<String> providerOf(String service) {
        return find("Provide-Capability", service, Pattern.compile("uses:=" + QUOTED));
    }

    /** Returns the application whose manifest has a qualified name in a header, outside of the ignored parts. */
    private Optional<String> find(String header, String name, Pattern ignored) {
        Pattern whole = Pattern.compile("(?<![\\w.])" + Pattern.quote(name) + "(?![\\w.])");
        return jars().stream()
                .filter(jar -> whole.matcher(
                                ignored.matcher(header(jar, header)).replaceAll(""))
                        .find())
                .map(BundledApplications::nameOf)
                .findFirst();
    }

    private static String header(Path jar, String name) {
        try (var file = new JarFile(jar.toFile())) {
            String value = file.getManifest().getMainAttributes().getValue(name);
            return value == null ? "" : value;
        } catch (IOException e) {
            throw new ApplicationException("cannot read the manifest of %s: %s".formatted(jar, e), e);
        }
    }

    private List<Path> jars() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ApplicationException("cannot list the applications in %s: %s".formatted(folder, e), e);
        }
    }

    private static String nameOf(Path jar) {
        return jar.getFileName().toString().replaceFirst("-\\d.*", "");
    }
}

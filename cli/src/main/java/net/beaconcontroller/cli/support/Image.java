package net.beaconcontroller.cli.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folders of the runnable image, whose location the launcher passes. */
public final class Image {
    /** The system property with the folder. */
    public static final String HOME = "beacon.home";

    private Image() {}

    /** Returns the folder of the bundled applications, JAR files {@code NAME-VERSION.jar}. */
    public static Path apps() {
        return folder().resolve("apps");
    }

    /** Returns the names of the bundled applications, ordered. */
    public static List<String> appNames() throws IOException {
        if (!Files.isDirectory(apps())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(apps())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".jar"))
                    .map(file -> file.replaceFirst("-\\d.*", ""))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the launcher as a path relative to a folder, or {@code beacon} if the image is not in a clone. */
    public static String launcher(Path seenFrom) {
        Path launcher = folder().toAbsolutePath().resolve("../../../beacon").normalize();
        if (!Files.isExecutable(launcher)) {
            return "beacon";
        }
        Path relative = seenFrom.toAbsolutePath().normalize().relativize(launcher);
        return relative.getNameCount() == 1 ? "./" + relative : relative.toString();
    }

    /** Returns the folder of the artifacts for applications' projects, in the layout of a Maven repository. */
    public static Path repository() {
        return folder().resolve("repository");
    }

    private static Path folder() {
        return Path.of(System.getProperty(HOME, "."));
    }
}

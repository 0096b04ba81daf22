package net.beaconcontroller.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The applications that come with the controller.
 *
 * @param folder contains their JAR files; if it does not exist, there are none
 */
record BundledApplications(Path folder) {
    List<Path> jars() {
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
}

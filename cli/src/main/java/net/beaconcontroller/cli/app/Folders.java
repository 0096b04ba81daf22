package net.beaconcontroller.cli.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on folders. */
final class Folders {
    private Folders() {}

    /** Returns the regular files among the given ones and in the given folders, of which some may not exist. */
    static List<Path> files(List<Path> roots) throws IOException {
        var files = new ArrayList<Path>();
        for (Path root : roots) {
            if (Files.exists(root)) {
                try (Stream<Path> found = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
                    found.filter(Files::isRegularFile).sorted().forEach(files::add);
                } catch (UncheckedIOException e) {
                    throw e.getCause();
                }
            }
        }
        return files;
    }

    /** Deletes a folder with its contents, if it exists. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> found = Files.walk(folder)) {
                for (Path file : found.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Copies the files in a folder, if it exists, into another folder. */
    static void copy(Path from, Path to) throws IOException {
        for (Path file : files(List.of(from))) {
            Path target = to.resolve(from.relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

package net.beaconcontroller.cli.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the changed files of a project. It compares modification times and sizes, because the notifications of the
 * operating system miss new folders, and on some systems take seconds. Not thread-safe.
 */
final class SourceWatcher {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private record Stamp(FileTime modified, long size) {}

    private final List<Path> roots;
    private Map<Path, Stamp> stamps;

    /** @param roots files and folders, which may be missing */
    SourceWatcher(List<Path> roots) throws IOException {
        this.roots = roots;
        stamps = read();
    }

    /** Waits until files are created, changed or deleted and then remain unchanged for a moment, and returns them. */
    List<Path> await() throws IOException, InterruptedException {
        Map<Path, Stamp> before = stamps;
        Map<Path, Stamp> last;
        do {
            last = stamps;
            Thread.sleep(POLL_INTERVAL);
            stamps = read();
        } while (stamps.equals(before) || !stamps.equals(last));
        return Stream.concat(before.keySet().stream(), stamps.keySet().stream())
                .distinct()
                .filter(file -> !Objects.equals(before.get(file), stamps.get(file)))
                .toList();
    }

    private Map<Path, Stamp> read() throws IOException {
        var read = new TreeMap<Path, Stamp>();
        for (Path file : Folders.files(roots)) {
            try {
                var attributes = Files.readAttributes(file, BasicFileAttributes.class);
                read.put(file, new Stamp(attributes.lastModifiedTime(), attributes.size()));
            } catch (NoSuchFileException _) {
                // The file was deleted after it was listed.
            }
        }
        return read;
    }
}

package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder whose JAR files are installed and started when they appear, updated when they change, and removed when they
 * disappear. A file is used when it has not changed for an {@link #INTERVAL}, so that one that is being copied does no
 * harm; one that cannot be installed is logged once and tried again when it changes.
 *
 * <p>The folder is read at intervals. Notifications of the file system would save a few system calls a second, but do
 * not arrive from all file systems, and do not tell either when a copy is complete.
 */
final class AppsFolder implements AutoCloseable {
    static final Duration INTERVAL = Duration.ofMillis(500);

    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    private final Path folder;
    private final Applications applications;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("beacon-apps-folder").factory());
    private final Map<Path, Stamp> seen = new HashMap<>();

    /**
     * How a file looked at the last time.
     *
     * @param handled whether it was installed like this, or cannot be
     */
    private record Stamp(long size, FileTime modified, boolean handled) {
        static final Stamp NEVER = new Stamp(-1, FileTime.fromMillis(0), false);
    }

    /** @param folder created if it does not exist */
    AppsFolder(Path folder, Applications applications) throws IOException {
        this.folder = Files.createDirectories(folder).toRealPath();
        this.applications = applications;
    }

    /** Starts to watch. Files that changed since the last time are installed, updated or removed. */
    void start() {
        var _ = executor.scheduleWithFixedDelay(this::runSafely, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void runSafely() {
        try {
            look();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "cannot read the folder %s".formatted(folder), e);
        }
    }

    private void look() throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        seen.keySet().retainAll(jars);
        for (Application application : applications.list()) {
            Path origin = Path.of(application.origin());
            if (folder.equals(origin.getParent()) && !jars.contains(origin)) {
                change(List.of(new ApplicationChange.Remove(application.name())));
            }
        }
        for (Path jar : jars) {
            try {
                look(jar);
            } catch (NoSuchFileException _) {
                // The next look notices that it has disappeared.
            }
        }
    }

    private void look(Path jar) throws IOException {
        BasicFileAttributes now = Files.readAttributes(jar, BasicFileAttributes.class);
        Stamp before = seen.getOrDefault(jar, Stamp.NEVER);
        boolean isStable = before.size == now.size() && before.modified.equals(now.lastModifiedTime());
        if (isStable && !before.handled) {
            use(jar, now.lastModifiedTime());
        }
        seen.put(jar, new Stamp(now.size(), now.lastModifiedTime(), isStable));
    }

    private void use(Path jar, FileTime modified) {
        String origin = jar.toString();
        Optional<FileTime> installed = applications.installedAt(origin);
        if (installed.isEmpty()) {
            change(List.of(new ApplicationChange.Install(jar, origin, true)));
        } else if (installed.get().compareTo(modified) < 0) {
            change(List.of(new ApplicationChange.Update(jar, origin)));
        }
    }

    private void change(List<ApplicationChange> changes) {
        try {
            applications.apply(changes, false);
        } catch (ApplicationException | SettingsException e) {
            LOG.log(Level.WARNING, "folder apps: %s".formatted(e.getMessage()));
        }
    }

    /** Stops to watch, after a change that is being made. */
    @Override
    public void close() {
        executor.close();
    }
}

package net.beaconcontroller.io;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A value that is read from files, and again when their times of modification change. While the new content is wrong,
 * the earlier value stays. Thread-safe.
 *
 * <p>Notifications of the file system miss changes through symbolic links, which Kubernetes uses.
 *
 * @param <T> the type of the value, which is immutable
 */
public final class Reloaded<T> implements AutoCloseable {
    /** Reads the value. */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Reads the value from the files.
         *
         * @throws IOException if a file cannot be read or has wrong content; the message names the file
         */
        T read() throws IOException;
    }

    private static final System.Logger LOG = System.getLogger(Reloaded.class.getName());

    private final String name;
    private final List<Path> files;
    private final Reader<T> reader;
    private final ScheduledExecutorService thread;
    private volatile T value;
    /** The times of the files that were last read, successfully or not. */
    private List<Long> times;
    /** The failure that was last logged; empty after a success. */
    private String failure = "";

    /**
     * Reads the value.
     *
     * @param name of the content, for the log
     * @param interval the time between checks whether the files have changed
     * @throws IOException if it cannot be read
     */
    public Reloaded(String name, List<Path> files, Reader<T> reader, Duration interval) throws IOException {
        this.name = name;
        this.files = files;
        this.reader = reader;
        // Before the files are read, so that a change meanwhile is seen.
        this.times = timesOf(files);
        this.value = reader.read();
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("beacon-reload").daemon().factory());
        var _ = thread.scheduleWithFixedDelay(
                this::reloadIfChanged, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns the value that was last read successfully. */
    public T get() {
        return value;
    }

    private void reloadIfChanged() {
        try {
            List<Long> now = timesOf(files);
            if (!now.equals(times)) {
                times = now;
                value = reader.read();
                failure = "";
                LOG.log(Level.INFO, "read the %s again, for new connections".formatted(name));
            }
        } catch (IOException | RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            if (!message.equals(failure)) {
                failure = message;
                LOG.log(Level.WARNING, "the earlier %s stay in use: %s".formatted(name, message));
            }
        }
    }

    /** Returns when the files were modified, in milliseconds; 0 for one that the reader will not find. */
    private static List<Long> timesOf(List<Path> files) {
        return files.stream().map(file -> file.toFile().lastModified()).toList();
    }

    /** Ends the checks. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}

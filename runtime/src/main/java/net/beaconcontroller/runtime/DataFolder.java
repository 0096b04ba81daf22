package net.beaconcontroller.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that contains everything that the controller keeps. Only its owner can read it. A lock prevents two
 * controllers from using the same folder; the operating system releases it when the process ends in any way.
 */
public final class DataFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    private final Path path;
    /** Null if the folder is temporary. */
    private final @Nullable FileChannel lockFile;

    private DataFolder(Path path, @Nullable FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /**
     * Opens a folder, and creates it if it does not exist.
     *
     * @throws IOException if the folder cannot be used, or another controller uses it; the message says so
     */
    public static DataFolder open(Path path) throws IOException {
        FileChannel lockFile = null;
        try {
            createPrivate(path);
            lockFile = FileChannel.open(
                    path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            requireLock(path, lockFile);
            lockFile.truncate(0);
            lockFile.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new DataFolder(path, lockFile);
        } catch (IOException | RuntimeException e) {
            if (lockFile != null) {
                lockFile.close();
            }
            throw new IOException("cannot use the folder %s: %s".formatted(path, reason(e)), e);
        }
    }

    /** Creates a folder that {@link #close} deletes. */
    static DataFolder temporary() throws IOException {
        return new DataFolder(Files.createTempDirectory("beacon"), null);
    }

    /** Returns the process of the controller that uses a folder; empty if none does, or if its lock cannot be read. */
    public static Optional<Long> user(Path path) {
        try {
            return Optional.of(Long.valueOf(Files.readString(path.resolve(LOCK)).strip()))
                    .filter(process -> ProcessHandle.of(process).isPresent());
        } catch (IOException | NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static String reason(Exception e) {
        return e.getClass() == IOException.class
                ? String.valueOf(e.getMessage())
                : "%s %s".formatted(e.getClass().getSimpleName(), e.getMessage());
    }

    private static void createPrivate(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        Files.createDirectories(path.toAbsolutePath().getParent());
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(path);
        }
    }

    private static void requireLock(Path path, FileChannel lockFile) throws IOException {
        FileLock lock;
        try {
            lock = lockFile.tryLock();
        } catch (OverlappingFileLockException _) {
            lock = null;
        }
        if (lock == null) {
            throw new IOException(("another controller uses it (process %s); stop that controller, or give another "
                            + "folder with -D data.folder=FOLDER")
                    .formatted(Files.readString(path.resolve(LOCK))));
        }
    }

    /** Returns the path of this folder. */
    public Path path() {
        return path;
    }

    /** Returns the path of a file or folder in this folder. */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    /** Releases the lock, or deletes the folder if it is temporary. */
    @Override
    public void close() {
        try {
            if (lockFile == null) {
                delete(path);
            } else {
                lockFile.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the folder " + path, e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}

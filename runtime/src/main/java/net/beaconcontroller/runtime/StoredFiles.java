package net.beaconcontroller.runtime;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import net.beaconcontroller.api.store.NotStoredException;

/** Writes files; a failure to do so differs from a failure to read their content. */
public final class StoredFiles {
    private StoredFiles() {}

    /**
     * Creates an empty file with a name of its own.
     *
     * @throws NotStoredException if this is not possible
     */
    public static Path create(Path folder, String prefix, String suffix) {
        try {
            return Files.createTempFile(folder, prefix, suffix);
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    /** Returns a stream that writes to a file. Its methods throw {@link NotStoredException} if they cannot write. */
    public static OutputStream write(Path file) throws IOException {
        return new FilterOutputStream(Files.newOutputStream(file)) {
            @Override
            public void write(int b) {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                try {
                    out.write(bytes, offset, length);
                } catch (IOException e) {
                    throw failure(file, e);
                }
            }
        };
    }

    private static NotStoredException failure(Path path, IOException e) {
        return new NotStoredException("cannot write %s: %s".formatted(path, e.getMessage()), e);
    }
}

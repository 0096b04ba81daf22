package net.beaconcontroller.web.rest;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.runtime.StoredFiles;

/** A JAR file that was uploaded or fetched: a temporary file until it is closed. */
final class JarFileCopy implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final long MAX_BYTES = 64 << 20;

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    private final Path path;

    private JarFileCopy(Path path) {
        this.path = path;
    }

    /**
     * Copies a stream.
     *
     * @throws NotStoredException if the copy cannot be written
     */
    static JarFileCopy of(InputStream in) throws IOException {
        Path path = StoredFiles.create(TEMPORARY, "beacon-upload", ".jar");
        try (OutputStream out = StoredFiles.write(path)) {
            byte[] chunk = new byte[8192];
            long length = 0;
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                length += read;
                if (length > MAX_BYTES) {
                    throw new IOException("it is longer than %d bytes".formatted(MAX_BYTES));
                }
                out.write(chunk, 0, read);
            }
            return new JarFileCopy(path);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /**
     * Copies the file at a URL.
     *
     * @throws IllegalArgumentException if the URL is malformed, or of another kind than http, https and file
     */
    static JarFileCopy fetch(String url) throws IOException {
        URI uri = URI.create(url);
        String scheme = String.valueOf(uri.getScheme());
        if (!scheme.matches("https?|file")) {
            throw new IllegalArgumentException("needs a URL with http, https or file");
        }
        URLConnection connection = uri.toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return of(in);
        } catch (FileNotFoundException e) {
            throw new IOException("there is no such file", e);
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}

package net.beaconcontroller.labkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads resources of a controller, for tests that poll: a command of the launcher takes a JVM. Thread-safe.
 *
 * <p>Uses {@link HttpURLConnection}, which opens the socket on the calling thread: the controller can be in the network
 * namespace of a lab.
 */
public final class RestClient {
    private final @Nullable OvsLab lab;
    private final URI url;
    private final Path token;

    RestClient(@Nullable OvsLab lab, String url, Path token) {
        this.lab = lab;
        this.url = URI.create(url);
        this.token = token;
    }

    /** Returns a representation in JSON. Throws if the status is not 200. */
    public String get(String path) {
        try {
            return lab == null ? read(path) : Namespace.call(lab.name(), () -> read(path));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("GET %s failed".formatted(path), e);
        }
    }

    private String read(String path) throws IOException {
        var connection =
                (HttpURLConnection) url.resolve("/api/").resolve(path).toURL().openConnection();
        connection.setRequestProperty(
                "Authorization", "Bearer " + Files.readString(token).strip());
        // Another namespace can have the same address.
        connection.setRequestProperty("Connection", "close");
        int status = connection.getResponseCode();
        try (var body =
                status == HttpURLConnection.HTTP_OK ? connection.getInputStream() : connection.getErrorStream()) {
            String text = body == null ? "" : new String(body.readAllBytes(), UTF_8);
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IllegalStateException("GET %s: status %d: %s".formatted(path, status, text));
            }
            return text;
        }
    }
}

package net.beaconcontroller.labkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes resources of a controller, where a command of the launcher would take a JVM. Thread-safe.
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
        return call("GET", path, null);
    }

    /** Sends a plain text and returns the answer in JSON. Throws if the status is not 200. */
    public String post(String path, String text) {
        return call("POST", path, text);
    }

    private String call(String method, String path, @Nullable String text) {
        try {
            return lab == null
                    ? exchange(method, path, text)
                    : Namespace.call(lab.name(), () -> exchange(method, path, text));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("%s %s failed".formatted(method, path), e);
        }
    }

    private String exchange(String method, String path, @Nullable String text) throws IOException {
        var connection =
                (HttpURLConnection) url.resolve("/api/").resolve(path).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setRequestProperty(
                "Authorization", "Bearer " + Files.readString(token).strip());
        // Another namespace can have the same address.
        connection.setRequestProperty("Connection", "close");
        if (text != null) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "text/plain");
            try (var body = connection.getOutputStream()) {
                body.write(text.getBytes(UTF_8));
            }
        }
        int status = connection.getResponseCode();
        try (var body =
                status == HttpURLConnection.HTTP_OK ? connection.getInputStream() : connection.getErrorStream()) {
            String answer = body == null ? "" : new String(body.readAllBytes(), UTF_8);
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IllegalStateException("%s %s: status %d: %s".formatted(method, path, status, answer));
            }
            return answer;
        }
    }
}

package net.beaconcontroller.cli.remote.client;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.openflow.notation.JsonReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Requests to the REST interface of a controller. */
public final class ControllerClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /** Longer than an application takes to start. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static final int UNAUTHORIZED = 401;
    private static final int FIRST_ERROR = 400;

    private final URI base;
    private final String token;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

    /**
     * Creates a client.
     *
     * @param url the address of the controller, such as http://127.0.0.1:8080
     */
    public ControllerClient(URI url, String token) {
        this.base = url.resolve("/api/v1/");
        this.token = token;
    }

    /** Returns whether a controller answers at an address. */
    public static boolean answers(URI url) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/api/v1/health"))
                .timeout(CONNECT_TIMEOUT)
                .build();
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.ofString()).body().contains("\"status\"");
        } catch (IOException _) {
            return false;
        }
    }

    /** Returns the address of a path on the controller. */
    public URI resolve(String path) {
        return base.resolve(path);
    }

    /** Returns a text as a part of a path or of a query. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Returns the JSON at a path below {@code /api/v1/}. */
    public @Nullable Object get(String path) throws IOException, InterruptedException {
        return send("GET", path, "application/json", BodyPublishers.noBody());
    }

    /** Sends JSON and returns the JSON of the answer; null if it has none. */
    public @Nullable Object send(String method, String path, Map<String, ? extends @Nullable Object> body)
            throws IOException, InterruptedException {
        return send(method, path, "application/json", BodyPublishers.ofString(JsonLine.of(body)));
    }

    /** Deletes the resource at a path, and returns the JSON of the answer. */
    public @Nullable Object delete(String path) throws IOException, InterruptedException {
        return send("DELETE", path, "application/json", BodyPublishers.noBody());
    }

    /** Posts a text, and returns the JSON of the answer. */
    public @Nullable Object sendText(String path, String text) throws IOException, InterruptedException {
        return send("POST", path, "text/plain", BodyPublishers.ofString(text));
    }

    /**
     * Sends the JAR file of an application and returns the JSON of the answer.
     *
     * @param method POST to install the application, PUT to update it
     */
    public @Nullable Object sendApplication(String method, Path jar, String options)
            throws IOException, InterruptedException {
        String origin = encode(jar.toAbsolutePath().normalize().toString());
        String path = "applications?origin=%s&%s".formatted(origin, options);
        try {
            return send(method, path, "application/java-archive", BodyPublishers.ofFile(jar));
        } catch (FileNotFoundException e) {
            throw new IOException("%s: the file does not exist or cannot be read".formatted(jar), e);
        }
    }

    /** An error that the controller answers: it will answer the same request with it again. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }

    /**
     * Reads a stream of events until it ends or is silent for too long.
     *
     * @param lastEventId the id of the last event that was read; empty for none
     * @param silence the time without a line after which the connection counts as lost
     * @param reader receives the lines
     * @throws RefusedException if the controller answers with an error
     * @throws IOException if no controller answers, or the connection ends otherwise than the stream
     */
    public void stream(String path, String lastEventId, Duration silence, Consumer<String> reader)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).header("Accept", "text/event-stream, application/problem+json");
        if (!lastEventId.isEmpty()) {
            request.header("Last-Event-ID", lastEventId);
        }
        HttpResponse<InputStream> response = send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body();
                var watchdog = new Watchdog(body, silence);
                var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            if (response.statusCode() >= FIRST_ERROR) {
                throw new RefusedException(describe(response, new String(body.readAllBytes(), StandardCharsets.UTF_8)));
            }
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                watchdog.heard();
                reader.accept(line);
            }
        }
    }

    /** Closes a stream that is silent for too long, so that its reader does not wait forever. */
    private static final class Watchdog implements AutoCloseable {
        private final Thread thread;
        private volatile long lastNanos = System.nanoTime();

        Watchdog(InputStream stream, Duration silence) {
            thread = Thread.ofVirtual().start(() -> watch(stream, silence));
        }

        void heard() {
            lastNanos = System.nanoTime();
        }

        private void watch(InputStream stream, Duration silence) {
            try {
                long nanos = silence.toNanos();
                while (nanos > 0) {
                    TimeUnit.NANOSECONDS.sleep(nanos);
                    nanos = silence.toNanos() - (System.nanoTime() - lastNanos);
                }
                stream.close();
            } catch (InterruptedException | IOException _) {
                // the stream has ended
            }
        }

        @Override
        public void close() {
            thread.interrupt();
        }
    }

    private @Nullable Object send(String method, String path, String type, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpResponse<String> response = send(
                request(path)
                        .timeout(TIMEOUT)
                        .header("Content-Type", type)
                        .header("Accept", "application/json, application/problem+json")
                        .method(method, body)
                        .build(),
                BodyHandlers.ofString());
        if (response.statusCode() >= FIRST_ERROR) {
            throw new RefusedException(describe(response, response.body()));
        }
        return response.body().isBlank() ? null : parse(response.body());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).header("Authorization", "Bearer " + token);
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        try {
            return http.send(request, handler);
        } catch (ConnectException e) {
            throw new IOException(
                    ("no controller answers at %s; start one with 'beacon run', or give the address of another with "
                                    + "--url")
                            .formatted(base.resolve("/")),
                    e);
        }
    }

    private @Nullable Object parse(String text) throws IOException {
        try {
            return JsonReader.parse(text);
        } catch (JacksonException e) {
            throw new IOException("the server at %s is not a Beacon controller".formatted(base.resolve("/")), e);
        }
    }

    private static String describe(HttpResponse<?> response, String body) {
        String detail = "";
        try {
            detail = JsonObject.of(JsonReader.parse(body)).text("detail");
        } catch (JacksonException _) {
            // Not a controller, or a proxy before it
        }
        String text = detail.isEmpty() ? "status %d from %s".formatted(response.statusCode(), response.uri()) : detail;
        return response.statusCode() == UNAUTHORIZED
                ? text + "; give a valid token with --token-file, or in the environment variable BEACON_TOKEN"
                : text;
    }
}

package net.beaconcontroller.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.web.http.Json;
import tools.jackson.databind.JsonNode;

/** A controller with an HTTP server on a free port, and a client of it. */
final class Controller implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    final Path folder;
    final Beacon beacon;
    final WebServer web;
    final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(TIMEOUT)
            .build();

    private Controller(Path folder, Beacon beacon, WebServer web) {
        this.folder = folder;
        this.beacon = beacon;
        this.web = web;
    }

    /** Starts a controller without applications, with a data folder that it deletes when it is closed. */
    static Controller start() {
        try {
            return start(Map.of("data.folder", "none"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a controller without applications. */
    static Controller start(Path folder) throws IOException {
        return start(folder, Map.of());
    }

    static Controller start(Path folder, Map<String, String> settings) throws IOException {
        var all = new HashMap<>(settings);
        all.put("data.folder", folder.toString());
        return start(all);
    }

    private static Controller start(Map<String, String> settings) throws IOException {
        var all = new HashMap<>(
                Map.of("controller.listen", "127.0.0.1:0", "http.listen", "127.0.0.1:0", "apps", "", "io.loops", "1"));
        all.putAll(settings);
        Settings read = Settings.read(null, all, Map.of());
        Beacon beacon = Beacon.start(read, Path.of("nosuch"));
        Path folder = beacon.dataFolder().path();
        try {
            return new Controller(
                    folder,
                    beacon,
                    WebServer.start(read.http().listen().orElseThrow(), read.http(), folder, beacon, List.of()));
        } catch (IOException | RuntimeException e) {
            beacon.close();
            throw e;
        }
    }

    /** Returns the token of the command line. */
    String token() {
        try {
            return Files.readString(folder.resolve("token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return URI.create(web.url()).getPort();
    }

    /** Returns a request without a token. */
    HttpRequest.Builder anonymous(String path) {
        return HttpRequest.newBuilder(URI.create(web.url()).resolve(path)).timeout(TIMEOUT);
    }

    /** Returns a request with a token. */
    HttpRequest.Builder request(String path) {
        return anonymous(path).header("Authorization", "Bearer " + token());
    }

    HttpResponse<String> get(String path) {
        return send(request(path));
    }

    HttpResponse<String> send(String method, String path, String json) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        return Json.MAPPER.readTree(response.body());
    }

    /** Sends bytes, and returns all that comes back until the server closes the connection. */
    String raw(String bytes) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        web.close();
        beacon.close();
    }
}

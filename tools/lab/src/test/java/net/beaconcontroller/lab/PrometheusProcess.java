package net.beaconcontroller.lab;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus process on a free port, and a client of its HTTP interface. */
final class PrometheusProcess implements AutoCloseable {
    /** An address that no other test uses, so that none takes a free port of it meanwhile. */
    private static final String HOST = "127.0.0.79";

    private final Process process;
    private final Path log;
    private final URI url;
    private final HttpClient client = HttpClient.newHttpClient();

    private PrometheusProcess(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.url = URI.create("http://%s:%d/".formatted(HOST, port));
    }

    /**
     * Starts Prometheus, and waits until it answers.
     *
     * @param configuration its configuration file
     * @param folder for its data and its log
     */
    static PrometheusProcess start(Path configuration, Path folder) throws IOException {
        int port = FreePort.find();
        Path log = folder.resolve("prometheus.log");
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("prometheus"),
                        "--web.listen-address=%s:%d".formatted(HOST, port))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        // For runs that are aborted. To kill a process that has ended does nothing.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        var prometheus = new PrometheusProcess(process, log, port);
        await().until(prometheus::isReady);
        return prometheus;
    }

    private boolean isReady() throws InterruptedException {
        if (!process.isAlive()) {
            throw new IllegalStateException(toString());
        }
        try {
            HttpRequest request = HttpRequest.newBuilder(url.resolve("-/ready")).build();
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /** Evaluates a query now, and returns the values of the series that have a number. */
    List<Double> query(String expression) throws IOException, InterruptedException {
        String encoded = URLEncoder.encode(expression, StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(url.resolve("api/v1/query?query=" + encoded))
                .build();
        String body = client.send(request, BodyHandlers.ofString()).body();
        JsonNode answer = JsonMapper.shared().readTree(body);
        if (!answer.path("status").asString().equals("success")) {
            throw new IllegalArgumentException("query %s: %s".formatted(expression, body));
        }
        return answer.path("data")
                .path("result")
                .valueStream()
                .map(series -> Double.valueOf(series.path("value").get(1).asString()))
                .filter(Double::isFinite)
                .toList();
    }

    @Override
    public void close() {
        client.close();
        process.destroy();
        process.onExit().join();
    }

    /** Returns its log, for the description of an assertion. */
    @Override
    public String toString() {
        try {
            return "Prometheus' log:%n%s".formatted(Files.readString(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

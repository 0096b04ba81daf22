package net.beaconcontroller.bench.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests to a server of the JDK. */
class RestLoadTest {
    private static final int BODY = 20_000;

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Integer> requests = new ConcurrentHashMap<>();
    private volatile int status = 200;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        executor.close();
    }

    /** Answers alternately with a length and in chunks. */
    private void answer(HttpExchange exchange) throws IOException {
        assertThat(exchange.getRequestHeaders().getFirst("Authorization")).isEqualTo("Bearer secret");
        int number = requests.merge(exchange.getRequestURI().getPath(), 1, Integer::sum);
        exchange.sendResponseHeaders(status, number % 2 == 0 ? BODY : 0);
        try (exchange) {
            exchange.getResponseBody().write(new byte[BODY]);
        }
    }

    private RestLoad load(int idle) {
        try {
            return RestLoad.start(server.getAddress(), "secret", 1_000, idle);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void requestsAllPathsAndKeepsIdleConnections() throws IOException {
        try (RestLoad load = load(5)) {
            await().until(() -> load.report().latency().getTotalCount() > 200);
            RestLoad.Report report = load.report();
            assertThat(report.failed()).isZero();
            assertThat(report.perSecond()).isBetween(1.0, 1_000.0);
            assertThat(requests).containsOnlyKeys(RestLoad.PATHS);
            assertThat(load.idleConnections()).isEqualTo(5);
        }
    }

    @Test
    void countsResponsesOfOtherStatus() throws IOException {
        try (RestLoad load = load(0)) {
            status = 503;
            await().until(() -> load.report().failed() > 10);
        }
    }

    @Test
    void doesNotStartIfTheServerRefusesTheToken() {
        status = 401;
        assertThatThrownBy(() -> load(1)).hasMessageEndingWith("/api/v1/status answered with status 401");
    }
}

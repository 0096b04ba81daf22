package net.beaconcontroller.cli.remote.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A client whose controller answers and is then silent, as one whose machine has lost its power. */
class ControllerClientTest {
    @Test
    void aStreamEndsThatIsSilentForTooLong() throws IOException, InterruptedException {
        var end = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("id: 7\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        List<String> lines = new ArrayList<>();
        try {
            var client = new ControllerClient(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "token");
            client.stream("events", "", Duration.ofMillis(200), lines::add);
        } catch (IOException e) {
            assertThat(e).hasMessage("closed");
        } finally {
            end.countDown();
            server.stop(0);
        }
        assertThat(lines).containsExactly("id: 7", "");
    }
}

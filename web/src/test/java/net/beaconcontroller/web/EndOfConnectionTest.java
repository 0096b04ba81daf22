package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.web.http.ProblemWriter;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Clients that end their connections, or that neither send nor read for the idle timeout. */
class EndOfConnectionTest {
    private static final String BASE = "/api/ends";
    private static final int IDLE_MILLIS = 200;
    private static final int LARGE = 20_000_000;

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final AtomicInteger completed = new AtomicInteger();

    /** Resources that read a body, write a long response, or fail. */
    @Path("")
    @SuppressWarnings("DoNotCallSuggester")
    public static final class Resource {
        @POST
        @Path("bytes")
        public int bytes(InputStream body) throws IOException {
            return body.readAllBytes().length;
        }

        @POST
        @Path("json")
        public String json(JsonNode body) {
            return body.toString();
        }

        @GET
        @Path("array")
        @Produces("application/octet-stream")
        public byte[] array() {
            return new byte[LARGE];
        }

        @GET
        @Path("stream")
        @Produces("application/octet-stream")
        public StreamingOutput stream() {
            return out -> out.write(new byte[LARGE]);
        }

        @GET
        @Path("list")
        @Produces("application/json")
        public List<String> list() {
            return List.of("x".repeat(LARGE));
        }

        @GET
        @Path("timeout")
        public String timeout() throws TimeoutException {
            throw new TimeoutException("of another part");
        }

        @GET
        @Path("io")
        public String io() throws IOException {
            throw new IOException("a file");
        }
    }

    @BeforeEach
    void start() throws Exception {
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger().addAppender(log);
        server.addConnector(connector);
        server.setErrorHandler(new ProblemWriter());
        var application = new RestApplication(BASE, 1 << 20, connector.getScheduler(), List.of(new Resource()));
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Request.addCompletionListener(request, _ -> completed.incrementAndGet());
                Thread.ofVirtual().start(() -> application.handle(request, response, callback));
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        logger().detachAppender(log);
        server.stop();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(ProblemWriter.class);
    }

    private Socket send(String methodAndPath, String rest) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort()));
        socket.getOutputStream()
                .write("%s HTTP/1.1\r\nHost: a\r\n%s"
                        .formatted(methodAndPath.replace(" ", " " + BASE), rest)
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private List<String> logged() {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(BASE))
                .toList();
    }

    private void assertNothingLoggedAtTheEnd() {
        await().until(() -> completed.get() == 1);
        assertThat(logged()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes", "json"})
    void aBodyThatStopsIsNoError(String path) throws Exception {
        connector.setIdleTimeout(IDLE_MILLIS);
        try (Socket _ = send("POST /" + path, "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n[1")) {
            assertNothingLoggedAtTheEnd();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes", "json"})
    void aConnectionThatIsResetBeforeTheEndOfTheBodyIsNoError(String path) throws Exception {
        reset(send("POST /" + path, "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n[1"));
        assertNothingLoggedAtTheEnd();
    }

    @ParameterizedTest
    @ValueSource(strings = {"array", "stream", "list"})
    void aResponseThatIsNotReadIsNoError(String path) throws Exception {
        connector.setIdleTimeout(IDLE_MILLIS);
        try (Socket _ = send("GET /" + path, "\r\n")) {
            assertNothingLoggedAtTheEnd();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"array", "stream", "list"})
    void aConnectionThatIsResetDuringTheResponseIsNoError(String path) throws Exception {
        Socket socket = send("GET /" + path, "\r\n");
        assertThat(socket.getInputStream().read()).isPositive();
        reset(socket);
        assertNothingLoggedAtTheEnd();
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeout", "io"})
    void anotherTimeoutOrFailureIsAnError(String path) throws Exception {
        try (Socket socket = send("GET /" + path, "\r\n")) {
            assertThat(socket.getInputStream().read()).isPositive();
            assertThat(logged()).hasSize(1);
        }
    }
}

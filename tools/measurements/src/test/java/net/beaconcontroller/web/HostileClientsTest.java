package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.bench.load.LoadGenerator;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.runtime.Bundles;
import net.beaconcontroller.runtime.LogConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Slow, broken and hostile HTTP clients beside a load of packet-ins. */
@Tag("measuring")
class HostileClientsTest {
    private static final int ROUNDS = 20;

    /** Files that the JVM opens on demand, such as JAR files. */
    private static final int OTHER_FILES = 10;

    /** Connections of each kind that a client resets without reading, and requests on one of them. */
    private static final int ABANDONED = 10;

    private static final String LOGGER = "/api/v1/loggers/net.beaconcontroller.test.hostile";

    /** Threads of Jetty and of the scheduler of virtual threads that are started on demand. */
    private static final int POOLS = 12;

    private static final Load LOAD = new Load(
            Version.OF13,
            PacketInForm.PLAIN,
            4,
            100,
            100,
            1,
            Duration.ofSeconds(1),
            Duration.ZERO,
            OptionalDouble.empty());

    @TempDir
    private Path folder;

    private Controller controller;

    @BeforeEach
    void start() throws Exception {
        Path hub = Bundles.of(Hub.class);
        controller = Controller.start(folder, Map.of("apps", hub.toString()));
    }

    @AfterEach
    void stop() {
        controller.close();
        LogConfiguration.setConsole(null);
    }

    @Test
    @Timeout(120)
    void getProblemsAndLeaveNothingWhilePacketInsAreAnswered() throws Exception {
        var log = new CopyOnWriteArrayList<String>();
        LogConfiguration.setConsole(log::add);
        attack();
        long files = openFiles();
        int threads = threads();
        var target = new Target(controller.beacon.address(), OptionalLong.empty());
        Metrics metrics = new LoadGenerator().measureDuring(target, LOAD, (_, _, _) -> {}, this::attackRepeatedly);
        assertThat(metrics.answered()).isEqualTo(metrics.packetIns()).isPositive();
        assertThat(metrics)
                .extracting(Metrics::lost, Metrics::duplicated, Metrics::reordered, Metrics::unknown)
                .containsOnly(0L);
        assertThat(controller.get("/api/v1/status").statusCode()).isEqualTo(200);
        await().untilAsserted(() -> assertThat(openFiles()).isLessThanOrEqualTo(files + OTHER_FILES));
        assertThat(threads()).isLessThanOrEqualTo(threads + POOLS);
        assertThat(log).noneMatch(line -> line.contains("ERROR"));
    }

    private void attackRepeatedly() {
        var attacks = new ArrayList<CompletableFuture<Void>>();
        for (int i = 0; i < ROUNDS; i++) {
            attacks.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            attack();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    Thread.ofPlatform()::start));
        }
        attacks.forEach(CompletableFuture::join);
    }

    private void attack() throws IOException {
        String json = "Content-Type: application/json\r\n";
        String jar = "Content-Type: application/java-archive\r\n";
        assertProblem("400", head("PUT", LOGGER) + json + "Content-Length: 9\r\n\r\n{\"level\":");
        assertProblem("413", head("POST", "/api/v1/applications") + jar + "Content-Length: 99999999999\r\n\r\n");
        assertProblem("404", head("GET", "/api/v1/nosuch") + "\r\n");
        assertProblem("400", head("GET", "/api/v1/%2e%2e/%2e%2e/etc/passwd") + "\r\n");
        assertProblem("400", head("GET", "/ui/%2e%2e/%2e%2e/rest/docs.html") + "\r\n");
        assertProblem("400", head("GET", "/ui/..%5crest%5cdocs.html") + "\r\n");
        assertProblem("405", head("POST", "/ui/app.js") + json + "Content-Length: 2\r\n\r\n{}");
        assertProblem("4(01|29)", head("GET", "/api/v1/status").replace("Bearer ", "Bearer x") + "\r\n");
        assertProblem("431", head("GET", "/api/v1/status") + "X: " + "x".repeat(10_000) + "\r\n\r\n");
        assertProblem("400", "nonsense\r\n\r\n");
        abandon("GET /api/v1/sta");
        abandon(head("PUT", LOGGER) + json + "Content-Length: 1000\r\n\r\n{\"le");
        abandon(head("POST", "/api/v1/applications") + jar + "Content-Length: 1000000\r\n\r\nPK");
        abandon(head("GET", "/api/v1/openapi.json")
                .replace("Connection: close\r\n", "\r\n")
                .repeat(ABANDONED));
    }

    private String head(String method, String path) {
        return "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nConnection: close\r\n"
                .formatted(method, path, controller.token());
    }

    private void assertProblem(String status, String request) throws IOException {
        assertThat(controller.raw(request))
                .matches("(?s)HTTP/1.1 %s .*".formatted(status))
                .contains("application/problem+json")
                .doesNotContain("root:", "Exception", "\tat ");
    }

    /** Sends bytes, and resets the connection without reading. */
    private void abandon(String bytes) throws IOException {
        for (int i = 0; i < ABANDONED; i++) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), controller.port())) {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
                socket.setSoLinger(true, 0);
            }
        }
    }

    private static long openFiles() {
        return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getOpenFileDescriptorCount();
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }
}

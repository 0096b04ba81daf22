package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.BeaconProcess.CommandResult;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The resident memory of a controller with the default applications and 40,000 hosts under load while four clients list
 * its devices without a pause. Prints the figures. For ten minutes: {@code -Dbeacon.test.polling-seconds=600}.
 */
@EnabledOnOs(OS.LINUX)
@Tag("measuring")
class PolledDevicesTest {
    private static final Duration DURATION = Duration.ofSeconds(Integer.getInteger("beacon.test.polling-seconds", 5));
    private static final int HOSTS = 40_000;
    private static final int SWITCHES = 16;
    private static final int CLIENTS = 4;

    private static final long FIXED_BYTES = 150_000_000;

    /** The compilers of the JVM need up to 20 MB more at first, which they return within seconds. */
    private static final Duration COMPILATION = Duration.ofSeconds(30);

    @TempDir
    private Path data;

    @AutoClose
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final AtomicLong responses = new AtomicLong();
    private volatile boolean isOver;

    private HttpResponse<String> devices(BeaconProcess beacon, int limit) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(beacon.url() + "/api/devices?limit=" + limit))
                .header(
                        "Authorization",
                        "Bearer " + Files.readString(data.resolve("token")).strip());
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }

    private int known(BeaconProcess beacon) throws Exception {
        return Integer.parseInt(
                devices(beacon, 1).headers().firstValue("X-Total-Count").orElseThrow());
    }

    /** Sends packet-ins of all hosts, until shortly after the end of the measurement. */
    private static CompletableFuture<CommandResult> load(BeaconProcess beacon) {
        List<String> command = List.of(
                ("bench throughput --controller 127.0.0.1:%d --switches %d --hosts %d --openflow 1.3 --warm-up 1"
                                + " --seconds %d")
                        .formatted(
                                beacon.port(),
                                SWITCHES,
                                HOSTS / SWITCHES,
                                DURATION.plus(COMPILATION).toSeconds() + 10)
                        .split(" "));
        return CompletableFuture.supplyAsync(() -> BeaconProcess.command(command), Thread.ofPlatform()::start);
    }

    private void poll(BeaconProcess beacon) {
        try {
            while (!isOver) {
                devices(beacon, 1_000);
                responses.incrementAndGet();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Collects the heap, and returns the bytes of the live objects. */
    private long liveBytes(BeaconProcess beacon) throws Exception {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        assertThat(new ProcessBuilder(jcmd.toString(), Long.toString(beacon.pid()), "GC.run")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .isZero();
        String status = beacon.rest(data).get("v1/status");
        return Long.parseLong(status.replaceFirst(".*\"heapUsedBytes\":(\\d+).*", "$1"));
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void residentMemoryStaysNearTheLiveData() throws Exception {
        try (var beacon = BeaconProcess.startIn(data)) {
            CompletableFuture<CommandResult> load = load(beacon);
            await().atMost(Duration.ofSeconds(60)).until(() -> known(beacon) >= HOSTS);
            long live = liveBytes(beacon);
            List<CompletableFuture<Void>> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(_ -> CompletableFuture.runAsync(() -> poll(beacon), Thread.ofPlatform()::start))
                    .toList();
            try {
                await().pollDelay(DURATION).atMost(DURATION.plus(COMPILATION)).untilAsserted(() -> assertThat(
                                beacon.residentMemoryBytes())
                        .as("live data: %,d bytes", live)
                        .isLessThanOrEqualTo(2 * live + FIXED_BYTES));
            } finally {
                isOver = true;
            }
            long resident = beacon.residentMemoryBytes();
            clients.forEach(CompletableFuture::join);
            System.out.printf(
                    "%d s: %d lists of 1,000 of %d devices; resident %,d bytes, live data %,d bytes%n",
                    DURATION.toSeconds(), responses.get(), known(beacon), resident, live);
            assertThat(load).as("load").isNotDone();
            assertThat(responses.get()).isPositive();
        }
    }
}

package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The metrics of a controller with an emulated network and traffic, read by a real Prometheus with the shipped
 * configuration, and the shipped dashboard of Grafana.
 */
@NeedsPrometheus
class PrometheusTest {
    private static final Path MONITORING = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolve("../../dist/target/beacon/monitoring")
            .normalize();
    /** The interval of the scrapes, and the one over which the dashboard computes rates. */
    private static final Map<String, String> INTERVALS = Map.of("scrape_interval", "1s", "$__rate_interval", "4s");

    /** The property with the duration of the long test. */
    private static final String MINUTES = "beacon.scrape.minutes";

    /** The log of events takes up to 20 MiB, and fills while links fail. */
    private static final long MAX_GROWTH_BYTES = 22 << 20;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private BeaconProcess beacon;
    private PrometheusProcess prometheus;

    @BeforeEach
    void start() throws Exception {
        beacon = BeaconProcess.startEmulated(folder.resolve("data"), "fattree,4");
        Path configuration = folder.resolve("prometheus.yml");
        Files.writeString(folder.resolve("beacon-token"), newToken());
        Files.writeString(
                configuration,
                Files.readString(MONITORING.resolve("prometheus.yml"))
                        .replace("127.0.0.1:8080", URI.create(beacon.url()).getAuthority())
                        .replace("scrape_interval: 15s", "scrape_interval: " + INTERVALS.get("scrape_interval")));
        prometheus = PrometheusProcess.start(configuration, folder);
    }

    @AfterEach
    void stop() {
        prometheus.close();
        beacon.close();
        client.close();
    }

    private HttpRequest.Builder request(String path) throws IOException {
        return HttpRequest.newBuilder(URI.create(beacon.url()).resolve(path))
                .header(
                        "Authorization",
                        "Bearer "
                                + Files.readString(folder.resolve("data/token")).strip());
    }

    /** Makes a token for Prometheus, as docs/operations.md says. */
    private String newToken() throws IOException, InterruptedException {
        HttpRequest request = request("/api/v1/tokens")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\": \"prometheus\", \"role\": \"read-only\"}"))
                .build();
        return JsonMapper.shared()
                .readTree(client.send(request, BodyHandlers.ofString()).body())
                .get("token")
                .asString();
    }

    /** Returns the queries of the dashboard, by panel. */
    private Map<String, List<String>> queries() throws IOException {
        JsonNode dashboard = JsonMapper.shared().readTree(MONITORING.resolve("beacon-dashboard.json"));
        String instance = URI.create(beacon.url()).getAuthority();
        var queries = new LinkedHashMap<String, List<String>>();
        for (JsonNode panel : dashboard.get("panels")) {
            if (!panel.get("type").asString().equals("row")) {
                queries.put(
                        panel.get("title").asString(),
                        panel.get("targets")
                                .valueStream()
                                .map(target -> target.get("expr")
                                        .asString()
                                        .replace("$instance", instance)
                                        .replace("$__rate_interval", INTERVALS.get("$__rate_interval")))
                                .toList());
            }
        }
        return queries;
    }

    private double one(String query) throws IOException, InterruptedException {
        List<Double> values = prometheus.query(query);
        assertThat(values).as("%s; %s", query, prometheus).hasSize(1);
        return values.getFirst();
    }

    @Test
    void eachQueryOfTheDashboardReturnsData() throws Exception {
        Map<String, List<String>> queries = queries();
        assertThat(queries).hasSizeGreaterThan(20);
        // Until the next ping, flows expire; so there are packet-ins all the time.
        await().pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            beacon.type("pingall");
            for (Map.Entry<String, List<String>> panel : queries.entrySet()) {
                for (String query : panel.getValue()) {
                    assertThat(prometheus.query(query))
                            .as("%s: %s; %s", panel.getKey(), query, prometheus)
                            .isNotEmpty();
                }
            }
        });
        assertThat(one("beacon_switches")).isEqualTo(20);
        assertThat(one("count(up == 1)")).isEqualTo(1);
    }

    @Test
    void promtoolFindsNothingToImprove() throws Exception {
        String text = client.send(request("/metrics").build(), BodyHandlers.ofString())
                .body();
        // Those of the JVM have the names that the library gives them.
        Path file = folder.resolve("metrics");
        Files.write(
                file,
                text.lines().filter(line -> line.matches("(# \\w+ )?beacon_.*")).toList());
        Process promtool = new ProcessBuilder("promtool", "check", "metrics")
                .redirectInput(file.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(output).isZero();
        assertThat(output).isBlank();
    }

    /** Run with -Dbeacon.scrape.minutes=30. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    @EnabledIfSystemProperty(named = MINUTES, matches = "\\d+")
    void nothingGrowsWhileItIsScrapedUnderLoad() throws Exception {
        long minutes = Long.getLong(MINUTES);
        var samples = "scrape_samples_scraped{job=\"beacon\"}";
        load(Duration.ofMinutes(1));
        double seriesBefore = one(samples);
        long before = usedAfterCollection();
        load(Duration.ofMinutes(minutes));
        long after = usedAfterCollection();
        double seriesAfter = one(samples);
        double scrapes = one("count_over_time(up{job=\"beacon\"}[%dm])".formatted(minutes));
        double failed = scrapes - one("sum_over_time(up{job=\"beacon\"}[%dm])".formatted(minutes));
        double longest = one("max_over_time(scrape_duration_seconds{job=\"beacon\"}[%dm])".formatted(minutes));
        System.out.printf(
                "scrapes %.0f, failed %.0f, longest %.3f s; series %.0f, %.0f; heap after collection %,d, %,d bytes; "
                        + "packet-ins %.0f%n",
                scrapes,
                failed,
                longest,
                seriesBefore,
                seriesAfter,
                before,
                after,
                one("beacon_messages_received_total{type=\"packet_in\"}"));
        assertThat(failed).isZero();
        assertThat(seriesAfter).isEqualTo(seriesBefore);
        assertThat(after - before).isLessThan(MAX_GROWTH_BYTES);
    }

    /** Lets all hosts ping each other, while links fail and return. */
    private void load(Duration duration) throws InterruptedException {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            beacon.type("pingall");
            beacon.type("link s5 s13 down");
            beacon.type("pingall");
            beacon.type("link s5 s13 up");
            TimeUnit.SECONDS.sleep(2);
        }
    }

    /** Collects garbage, and returns the bytes in use on the heap. */
    private long usedAfterCollection() throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        new ProcessBuilder(jcmd, Long.toString(beacon.pid()), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        HttpRequest request = request("/api/v1/status").build();
        return JsonMapper.shared()
                .readTree(client.send(request, BodyHandlers.ofString()).body())
                .path("memory")
                .path("heapUsedBytes")
                .asLong();
    }
}

package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.ConflictException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.runtime.Bundles;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.topology.LinksPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** The metrics, as a scraper reads them. */
class MetricsTest {
    private static final String OPEN_METRICS =
            "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");

    @TempDir
    private Path folder;

    private static Map<String, Double> scrape(Controller controller) {
        HttpResponse<String> response = controller.get("/metrics");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        var values = new TreeMap<String, Double>();
        response.body().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            values.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        });
        return values;
    }

    private static double messages(Controller controller, String direction, String type) {
        return Objects.requireNonNull(
                scrape(controller).get("beacon_messages_%s_total{type=\"%s\"}".formatted(direction, type)));
    }

    @Test
    void everyMetricHasAHelpTextAndATypeAndAConventionalName() {
        try (Controller controller = Controller.start()) {
            List<String> lines = controller.get("/metrics").body().lines().toList();
            List<String> types =
                    lines.stream().filter(line -> line.startsWith("# TYPE ")).toList();
            assertThat(types).hasSizeGreaterThan(30);
            for (String line : types) {
                String name = line.split(" ", -1)[2];
                assertThat(name).matches(NAME);
                assertThat(lines).as(name).anyMatch(help -> help.matches("# HELP %s \\S.*".formatted(name)));
                assertThat(line)
                        .satisfiesAnyOf(type -> assertThat(type).endsWith("_total counter"), type -> assertThat(type)
                                .matches(".* (gauge|summary|info)"));
            }
        }
    }

    @Test
    void theClientChoosesTheFormat() {
        try (Controller controller = Controller.start()) {
            HttpResponse<String> plain = controller.get("/metrics");
            assertThat(plain.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(plain.body()).doesNotContain("# EOF");
            HttpResponse<String> open =
                    controller.send(controller.request("/metrics").header("Accept", OPEN_METRICS));
            assertThat(open.headers().firstValue("Content-Type"))
                    .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(open.body()).contains("\nbeacon_switches 0").endsWith("# EOF\n");
        }
    }

    @Test
    void aTokenForReadingSuffices() {
        try (Controller controller = Controller.start()) {
            assertThat(controller.send(controller.anonymous("/metrics")).statusCode())
                    .isEqualTo(401);
            String token = Controller.json(controller.send(
                            "POST", "/api/v1/tokens", "{\"name\": \"prometheus\", \"role\": \"read-only\"}"))
                    .get("token")
                    .asString();
            assertThat(controller
                            .send(controller.anonymous("/metrics").header("Authorization", "Bearer " + token))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(controller.send("POST", "/metrics", "").statusCode()).isEqualTo(405);
        }
    }

    @Test
    void countsTheCommitsOfTheStore() {
        try (Controller controller = Controller.start()) {
            double before =
                    Objects.requireNonNull(scrape(controller).get("beacon_store_commits_total{result=\"made\"}"));
            var store = controller.beacon.store();
            store.commit(List.of(Change.put("test", "key", "1")));
            assertThatThrownBy(() ->
                            store.commit(List.of(Change.put("test", "key", "2").ifAbsent())))
                    .isInstanceOf(ConflictException.class);
            assertThat(scrape(controller))
                    .containsEntry("beacon_store_commits_total{result=\"made\"}", before + 1)
                    .containsEntry("beacon_store_commits_total{result=\"conflict\"}", 1.0)
                    .hasEntrySatisfying("beacon_store_transaction_seconds_total", time -> assertThat(time)
                            .isPositive())
                    .hasEntrySatisfying("beacon_store_file_bytes", bytes -> assertThat(bytes)
                            .isPositive());
        }
    }

    @Test
    void messagesOfClosedConnectionsStayInTheTotals() throws Exception {
        try (Controller controller = Controller.start()) {
            try (var _ = ScriptedSwitch.connect(controller.beacon.address(), 7, Version.OF13)) {
                await().untilAsserted(() -> assertThat(scrape(controller))
                        .containsEntry("beacon_switches", 1.0)
                        .containsEntry("beacon_switch_packet_ins_total{switch=\"0000000000000007\"}", 0.0)
                        .containsEntry("beacon_loop_switches{loop=\"beacon-loop-0\"}", 1.0));
                assertThat(messages(controller, "received", "features_reply")).isEqualTo(1);
                assertThat(messages(controller, "sent", "features_request")).isEqualTo(1);
            }
            await().untilAsserted(() -> assertThat(scrape(controller)).containsEntry("beacon_switches", 0.0));
            assertThat(messages(controller, "received", "features_reply")).isEqualTo(1);
            assertThat(scrape(controller).keySet()).noneMatch(name -> name.contains("0000000000000007"));
        }
    }

    @Test
    void theNumberOfSwitchesWithMetricsOfTheirOwnIsLimited() throws Exception {
        try (Controller controller = Controller.start(folder, Map.of("http.switch-metrics", "1"));
                var _ = ScriptedSwitch.connect(controller.beacon.address(), 2, Version.OF13);
                var _ = ScriptedSwitch.connect(controller.beacon.address(), 1, Version.OF13)) {
            await().untilAsserted(() -> assertThat(scrape(controller)).containsEntry("beacon_switches", 2.0));
            assertThat(scrape(controller).keySet())
                    .contains("beacon_switch_errors_total{switch=\"0000000000000001\"}")
                    .noneMatch(name -> name.contains("0000000000000002"));
            assertThat(messages(controller, "received", "features_reply")).isEqualTo(2);
        }
    }

    @Test
    void theMetricsOfAnApplicationComeAndGoWithIt() throws Exception {
        Path topology = Bundles.of(LinksPage.class);
        try (Controller controller = Controller.start(folder, Map.of("apps", topology.toString()))) {
            assertThat(scrape(controller))
                    .containsEntry("beacon_app_topology_links", 0.0)
                    .containsEntry("beacon_app_topology_probes_total{outcome=\"forged\"}", 0.0)
                    .containsEntry("beacon_applications{state=\"running\"}", 1.0)
                    .containsKey("beacon_listener_failures_total{application=\"topology\","
                            + "listener=\"net.beaconcontroller.topology.LinkDiscovery\"}");
            controller.send(
                    "POST",
                    "/api/v1/applications/changes",
                    "{\"changes\":[{\"action\":\"stop\",\"application\":\"topology\"}]}");
            assertThat(scrape(controller).keySet())
                    .contains("beacon_applications{state=\"stopped\"}")
                    .noneMatch(name -> name.contains("app_topology"));
        }
    }

    /** Lets an application contribute metrics, and returns what the controller shows of them. */
    private Map<String, Double> contributed(Controller controller, MetricSource source) {
        BundleContext context = controller.beacon.applications().context();
        ServiceRegistration<?> registration = context.registerService(MetricSource.class, source, null);
        try {
            Map<String, Double> shown = scrape(controller);
            shown.keySet().removeIf(name -> !name.startsWith("beacon_app") || name.startsWith("beacon_applications"));
            return shown;
        } finally {
            registration.unregister();
        }
    }

    @Test
    void anApplicationHasALimitedNumberOfSeries() {
        Map<Integer, Integer> many = new TreeMap<>();
        IntStream.range(0, MetricSource.MAX_SERIES + 5).forEach(i -> many.put(i, i));
        try (Controller controller = Controller.start()) {
            Map<String, Double> shown = contributed(
                    controller,
                    () -> List.of(Metric.gauge("first", "One.", 1), Metric.gauge("many", "Many.", "number", many)));
            assertThat(shown.keySet().stream().filter(name -> name.contains("_many{")))
                    .hasSize(MetricSource.MAX_SERIES - 1);
            assertThat(shown)
                    .containsEntry("beacon_application_left_out_series{application=\"org.eclipse.osgi\"}", 6.0);
        }
    }

    private static MetricSource wrong(String kind) {
        return switch (kind) {
            case "fails" ->
                () -> {
                    throw new IllegalStateException("no data");
                };
            case "repeats a name" -> () -> List.of(Metric.gauge("good", "Good.", 1), Metric.gauge("good", "Good.", 2));
            case "repeats a label" ->
                () -> List.of(
                        Metric.gauge("good", "Good.", 1),
                        Metric.counter("bad", "Bad.", "reason", Map.of("A", 1, "a", 2)));
            default -> throw new IllegalArgumentException(kind);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "fails, its metrics are left out",
        "repeats a name, there is another metric beacon_app_org_eclipse_osgi_good",
        "repeats a label, metric bad is left out"
    })
    void aWrongMetricIsLeftOutWithALogLine(String kind, String reason) {
        try (Controller controller = Controller.start()) {
            Map<String, Double> shown = contributed(controller, wrong(kind));
            assertThat(shown.keySet()).noneMatch(name -> name.contains("_bad"));
            if (!kind.equals("fails")) {
                assertThat(shown).containsEntry("beacon_app_org_eclipse_osgi_good", 1.0);
            }
            await().untilAsserted(() -> assertThat(controller.beacon.events().newest("log"::equals, 10))
                    .anySatisfy(event -> assertThat(event.event().text()).contains(reason)));
        }
    }
}

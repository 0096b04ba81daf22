package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.NotStoredException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The positions of switches on the map. */
class MapPositionsTest {
    private static final String PATH = "/api/v1/map/positions";

    private static HttpResponse<String> put(Controller controller, String id, String body) {
        return controller.send("PUT", PATH + "/" + id, body);
    }

    @Test
    void positionsOutliveTheController(@TempDir Path folder) throws Exception {
        try (Controller controller = Controller.start(folder)) {
            assertThat(put(controller, "2a", "{\"x\": 10.5, \"y\": -3}").body())
                    .isEqualTo("{\"switch\":\"000000000000002a\",\"x\":10.5,\"y\":-3.0}");
        }
        try (Controller controller = Controller.start(folder)) {
            assertThat(controller.get(PATH).body())
                    .isEqualTo("[{\"switch\":\"000000000000002a\",\"x\":10.5,\"y\":-3.0}]");
        }
    }

    @Test
    void removesOneOrAll() {
        try (Controller controller = Controller.start()) {
            for (String id : new String[] {"1", "2", "3"}) {
                put(controller, id, "{\"x\": 1, \"y\": 1}");
            }
            assertThat(controller.send("DELETE", PATH + "/2", "").statusCode()).isEqualTo(204);
            assertThat(controller.get(PATH).body()).contains("0001", "0003").doesNotContain("0002");
            assertThat(controller.send("DELETE", PATH, "").statusCode()).isEqualTo(204);
            assertThat(controller.get(PATH).body()).isEqualTo("[]");
            assertThat(controller.send("DELETE", PATH, "").statusCode()).isEqualTo(204);
        }
    }

    @Test
    void refusesAWrongPosition() {
        try (Controller controller = Controller.start()) {
            assertRefused(put(controller, "zz", "{\"x\":1,\"y\":1}"), "id = zz: needs a datapath id");
            assertRefused(put(controller, "1", "{\"x\":1}"), "y: is missing");
            assertRefused(put(controller, "1", "{\"x\":1e9,\"y\":1}"), "needs a number from -1000000 to 1000000");
            assertRefused(put(controller, "1", "{\"x\":\"left\",\"y\":1}"), "x");
            assertThat(controller.get(PATH).body()).isEqualTo("[]");
        }
    }

    private static void assertRefused(HttpResponse<String> response, String reason) {
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(reason);
    }

    @Test
    void aPositionThatCannotBeStoredIsRefusedWithTheReason(@TempDir Path folder) throws Exception {
        try (Controller controller = Controller.start(folder, Map.of("store.limit", "1MiB"))) {
            fill(controller, 100_000);
            fill(controller, 1_000);
            HttpResponse<String> response = IntStream.range(0, 2_000)
                    .mapToObj(id -> put(controller, Integer.toHexString(id), "{\"x\": 1, \"y\": 1}"))
                    .filter(each -> each.statusCode() != 200)
                    .findFirst()
                    .orElseThrow();
            assertThat(response.statusCode()).isEqualTo(507);
            assertThat(response.body()).contains("store.limit, 1,048,576 bytes");
        }
    }

    /** Puts documents of a length into the store until it is full. */
    private static void fill(Controller controller, int length) {
        String value = "\"%s\"".formatted("x".repeat(length));
        assertThatExceptionOfType(NotStoredException.class).isThrownBy(() -> {
            for (int i = 0; i < 1_000; i++) {
                controller.beacon.store().commit(Change.put("test", "%d-%d".formatted(length, i), value));
            }
        });
    }

    @Test
    void refusesMoreThanTheMaximum() {
        try (Controller controller = Controller.start()) {
            controller
                    .beacon
                    .store()
                    .commit(IntStream.range(0, 10_000)
                            .mapToObj(i -> (Change) Change.put("map", "%016x".formatted(i), "{\"x\":0,\"y\":0}"))
                            .toList());
            assertThat(put(controller, "ffff", "{\"x\": 1, \"y\": 1}").statusCode())
                    .isEqualTo(409);
            assertThat(put(controller, "7", "{\"x\": 1, \"y\": 1}").statusCode())
                    .isEqualTo(200);
        }
    }
}

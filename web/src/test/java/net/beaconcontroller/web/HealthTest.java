package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers to supervisors, which have no token. */
class HealthTest {
    private static final String READY =
            "{\"status\":\"up\",\"checks\":{\"listening\":\"ok\",\"store\":\"ok\",\"applications\":\"ok\"}}";

    @AutoClose
    private final Controller controller = Controller.start();

    private HttpResponse<String> get(String path) {
        return controller.send(controller.anonymous(path));
    }

    @Test
    void aControllerIsLiveWhileAllLoopsMakeIterations() {
        HttpResponse<String> response = get("/livez");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"status\":\"up\",\"checks\":{\"loops\":\"ok\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/readyz", "/api/v1/health"})
    void aControllerIsReadyWhenItListensAndTheStoreAndTheApplicationsWork(String path) {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(READY);
    }

    @Test
    void aControllerWhoseStoreDoesNotWorkIsLiveAndNotReady() {
        controller.beacon.store().close();
        HttpResponse<String> response = get("/readyz");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body())
                .isEqualTo(READY.replace("up", "down")
                        .replace(
                                "\"store\":\"ok\"",
                                "\"store\":\"the store cannot be read or written; the log has the reason\""));
        assertThat(get("/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void aControllerThatDoesNotListenAnyMoreIsNotReady() {
        controller.beacon.controller().close();
        HttpResponse<String> response = get("/readyz");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("\"listening\":\"a listening socket is closed\"");
    }

    @Test
    void aControllerWhoseLoopIsStoppedInAListenerIsNotLive() throws Exception {
        var mayReturn = new CompletableFuture<Void>();
        var isCalled = new CountDownLatch(1);
        SwitchListener stops = _ -> {
            isCalled.countDown();
            mayReturn.join();
        };
        controller.beacon.controller().register("stops", stops);
        try (var _ = ScriptedSwitch.connect(
                controller.beacon.address(), 1, Version.OF13, 4, ScriptedSwitch.Behavior.RESPONSIVE)) {
            isCalled.await();
            HttpResponse<String> response = get("/livez");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("\"loops\":\"a loop has made no iteration for 5 s\"");
        } finally {
            mayReturn.complete(null);
        }
    }

    @Test
    void aMethodThatWritesIsRefused() {
        HttpResponse<String> response =
                controller.send(controller.anonymous("/livez").POST(BodyPublishers.ofString("{}")));
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.body()).contains("/livez may only be read, with GET");
    }
}

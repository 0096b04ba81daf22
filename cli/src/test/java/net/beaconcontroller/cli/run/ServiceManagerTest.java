package net.beaconcontroller.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class ServiceManagerTest {
    private static final String STATUS = "STATUS=%d switches, listens on loopback only";

    @TempDir
    private Path folder;

    @AutoClose
    private OpenFlowController controller;

    @BeforeEach
    void startController() throws IOException {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        controller.start();
    }

    private String path() {
        return folder.resolve("notify").toString();
    }

    private Optional<ServiceManager> start(Map<String, String> more) {
        var environment = new HashMap<>(more);
        environment.put("NOTIFY_SOCKET", path());
        return ServiceManager.start(controller, environment);
    }

    @Test
    void withoutAServiceManagerNothingIsSent() {
        assertThat(ServiceManager.start(controller, Map.of())).isEmpty();
        assertThat(ServiceManager.start(controller, Map.of("NOTIFY_SOCKET", "relative")))
                .isEmpty();
    }

    @Test
    void reportsThatTheControllerIsReadyAndThatItStops() throws IOException {
        try (var socket = new ReceivingSocket(path())) {
            ServiceManager manager = start(Map.of()).orElseThrow();
            assertThat(socket.receive()).isEqualTo("READY=1\n" + STATUS.formatted(0));
            manager.close();
            assertThat(socket.receive()).isEqualTo("STOPPING=1");
            manager.close();
            assertThat(socket.receive(Duration.ofMillis(100))).isEmpty();
        }
    }

    @Test
    void aNameInTheAbstractNamespaceBeginsWithAnAtSign() throws IOException {
        String name = "@beacon-test-" + ProcessHandle.current().pid();
        try (var socket = new ReceivingSocket(name);
                var _ = ServiceManager.start(controller, Map.of("NOTIFY_SOCKET", name))
                        .orElseThrow()) {
            assertThat(socket.receive()).startsWith("READY=1\n");
        }
    }

    @Test
    void reportsHowManySwitchesAreConnected() throws IOException {
        try (var socket = new ReceivingSocket(path());
                var _ = start(Map.of("WATCHDOG_USEC", "100000")).orElseThrow();
                var _ = ScriptedSwitch.connect(
                        controller.address(), 1, Version.OF13, 4, ScriptedSwitch.Behavior.RESPONSIVE)) {
            await().until(() -> socket.receive().endsWith(STATUS.formatted(1)));
        }
    }

    @Test
    void theWatchdogIsFedWhileTheLoopsMakeIterationsAndNotWhileOneIsStopped() throws Exception {
        var isCalled = new CountDownLatch(1);
        var mayReturn = new CompletableFuture<Void>();
        SwitchListener stops = _ -> {
            isCalled.countDown();
            mayReturn.join();
        };
        controller.register("stops", stops);
        try (var socket = new ReceivingSocket(path());
                var _ = start(Map.of("WATCHDOG_USEC", "100000")).orElseThrow()) {
            await().until(() -> socket.receive().startsWith("WATCHDOG=1"));
            try (var _ = ScriptedSwitch.connect(
                    controller.address(), 1, Version.OF13, 4, ScriptedSwitch.Behavior.RESPONSIVE)) {
                isCalled.await();
                await().until(() -> socket.receive(Duration.ofSeconds(1)).isEmpty());
                mayReturn.complete(null);
                await().until(() -> socket.receive().startsWith("WATCHDOG=1"));
            } finally {
                mayReturn.complete(null);
            }
        }
    }

    @Test
    void aWatchdogOfAnotherProcessIsNotFed() throws IOException {
        try (var socket = new ReceivingSocket(path());
                var _ = start(Map.of("WATCHDOG_USEC", "100000", "WATCHDOG_PID", "1"))
                        .orElseThrow()) {
            assertThat(socket.receive()).startsWith("READY=1");
            assertThat(socket.receive(Duration.ofMillis(500))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "30s", "99999999999999999999"})
    void aWrongTimeOfTheWatchdogIsNotUsed(String micros) throws IOException {
        try (var socket = new ReceivingSocket(path())) {
            assertThat(start(Map.of("WATCHDOG_USEC", micros))).isEmpty();
            assertThat(socket.receive(Duration.ofMillis(100))).isEmpty();
        }
    }

    @Test
    void aPathThatIsTooLongIsRefused() {
        for (String path : List.of("/" + "x".repeat(200), "relative")) {
            assertThatThrownBy(() -> new NotifySocket(path))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "NOTIFY_SOCKET=%s: needs an absolute path, or @ and a name, of less than 108 bytes", path);
        }
    }
}

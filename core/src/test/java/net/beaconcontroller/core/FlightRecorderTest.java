package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.core.session.HandshakeResult;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of the JDK Flight Recorder, recorded and read. The switches have ids that no other test has. */
class FlightRecorderTest {
    @TempDir
    private Path folder;

    private final Recording recording = new Recording();

    @BeforeEach
    void start() {
        recording.start();
    }

    @AfterEach
    void close() {
        recording.close();
    }

    /** Returns the events of a type so far that have a value in a field. */
    private List<RecordedEvent> recorded(String type, String field, String value) throws IOException {
        Path file = folder.resolve("recording.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("net.beaconcontroller." + type))
                .filter(event -> event.getString(field).equals(value))
                .toList();
    }

    @Test
    void aHandshakeHasItsDurationAndItsResult() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.connect(0xF1, Version.OF13);
            assertThat(recorded("Handshake", "datapath", "00000000000000f1"))
                    .singleElement()
                    .satisfies(event -> {
                        assertThat(event.getString("result")).isEqualTo("active");
                        assertThat(event.getString("version")).isEqualTo(Version.OF13.toString());
                        assertThat(event.getDuration()).isPositive();
                    });
            assertThat(fixture.controller.handshakes()).containsEntry(HandshakeResult.COMPLETED, 1L);
        }
    }

    @Test
    void aHandshakeThatFailsHasTheReason() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.connect(0xF2, Version.OF13);
            fixture.open(0xF2, Version.OF13, ScriptedSwitch.Behavior.RESPONSIVE);
            await().untilAsserted(() ->
                    assertThat(fixture.controller.handshakes()).containsEntry(HandshakeResult.FAILED, 1L));
            assertThat(recorded("Handshake", "datapath", "00000000000000f2"))
                    .extracting(event -> event.getString("result"))
                    .containsExactlyInAnyOrder("active", "datapath id 00000000000000f2 is in use");
        }
    }

    @Test
    void aSwitchThatMovesIsRecordedWithBothLoops() throws Exception {
        assumeTrue(ControllerFixture.READ == ControllerOptions.Read.RUN_TO_COMPLETION, "only loops hand switches over");
        var options = ControllerFixture.withLoops(2);
        try (var fixture = new ControllerFixture(
                options.withIo(options.io().withRebalance(ControllerOptions.Rebalance.CONSTANTLY)))) {
            fixture.connect(0xF3, Version.OF13);
            await().until(() -> fixture.controller.handovers() > 1);
            assertThat(recorded("Handover", "datapath", "00000000000000f3"))
                    .isNotEmpty()
                    .allSatisfy(event -> {
                        assertThat(event.getString("from")).startsWith("beacon-loop-");
                        assertThat(event.getString("to"))
                                .startsWith("beacon-loop-")
                                .isNotEqualTo(event.getString("from"));
                    });
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aSlowCallIsRecordedWhenItReturns() throws Exception {
        var isolation = new ControllerOptions.Isolation(
                Optional.of(Duration.ofMillis(30)), Optional.empty(), Optional.empty(), Optional.empty());
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withIsolation(isolation))) {
            ScriptedSwitch fake = fixture.connect(0xF4, Version.OF13);
            var release = new CountDownLatch(1);
            fixture.controller.register("sleeper", (PacketInListener) (_, _) -> {
                awaitQuietly(release);
                return Next.STOP;
            });
            fake.send(ControllerFixture.packetIn(1));
            await().until(() -> health(fixture).slowCalls() == 1);
            release.countDown();
            long before = health(fixture).longestCall().toNanos();
            // The monitor records the call at its first sample after the call.
            await().until(() -> recorded("SlowCall", "application", "sleeper"), calls -> !calls.isEmpty());
            assertThat(recorded("SlowCall", "application", "sleeper"))
                    .singleElement()
                    .satisfies(event -> {
                        assertThat(event.getDuration("callNanos").toNanos()).isGreaterThanOrEqualTo(before);
                        assertThat(event.getString("code")).contains("FlightRecorderTest");
                        assertThat(event.getString("location")).contains("FlightRecorderTest");
                    });
        }
    }

    private static ApplicationHealth health(ControllerFixture fixture) {
        return fixture.controller.health().stream()
                .filter(health -> health.application().equals("sleeper"))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

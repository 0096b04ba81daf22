package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.options.AllowedSwitch;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.UnknownSwitches;
import net.beaconcontroller.core.session.Refusals;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
    private static ControllerOptions watching(String allowed) {
        return ControllerFixture.oneLoop()
                .withTimeouts(ControllerOptions.Timeouts.DEFAULT.withHandshake(
                        Duration.ofMillis(500), Duration.ofSeconds(10)))
                .withSetup(ControllerOptions.Setup.DEFAULT.withAllowed(
                        List.of(AllowedSwitch.parse(allowed)), UnknownSwitches.WATCH));
    }

    private static Switch watched(ControllerFixture fixture) {
        await().until(() -> fixture.controller.watchedSwitches().size() == 1);
        return fixture.controller.watchedSwitches().iterator().next();
    }

    @EachVersion
    @Tag(EACH_DESIGN)
    void aWatchedSwitchIsShownAndNothingElse(Version version) throws Exception {
        try (var fixture = new ControllerFixture(watching("1"))) {
            ScriptedSwitch fake = fixture.open(7, version, Behavior.RESPONSIVE);
            Switch sw = watched(fixture);
            assertThat(sw.toString()).isEqualTo("0000000000000007");
            assertThat(sw.description().hardware()).isEqualTo("none");
            assertThat(sw.ports()).hasSize(4);

            // longer than the timeout of the handshake
            await().during(Duration.ofMillis(600)).until(() -> !fake.isClosed());
            fake.send(ControllerFixture.packetIn(1));
            fake.send(new EchoRequest(Bytes.EMPTY));
            fake.await(EchoReply.class);
            assertThat(fixture.recorder.calls).isEmpty();
            assertThat(fixture.controller.switches()).isEmpty();
            assertThat(fixture.controller.standbySwitches()).isEmpty();
            assertThat(fake.count(MessageType.FLOW_MOD)).isZero();
            assertThat(fake.count(MessageType.SET_CONFIG)).isZero();
            fake.close();
            await().until(() -> fixture.controller.watchedSwitches().isEmpty());
        }
    }

    @Test
    void aWatchedSwitchDoesNotHoldItsDatapathId() throws Exception {
        try (var fixture = new ControllerFixture(watching("7@127.0.0.2"))) {
            fixture.open(7, Version.OF13, Behavior.RESPONSIVE);
            watched(fixture);
            ScriptedSwitch second = fixture.open(7, Version.OF13, Behavior.RESPONSIVE);
            await().until(() -> fixture.controller.watchedSwitches().size() == 2);
            assertThat(second.isClosed()).isFalse();
        }
    }

    @Test
    void refusalsAreCounted() throws Exception {
        ControllerOptions refusing = ControllerFixture.oneLoop()
                .withSetup(ControllerOptions.Setup.DEFAULT.withAllowed(
                        List.of(AllowedSwitch.parse("1")), UnknownSwitches.REFUSE));
        try (var fixture = new ControllerFixture(refusing)) {
            for (int i = 0; i < 3; i++) {
                ScriptedSwitch fake = fixture.open(7, Version.OF13, Behavior.RESPONSIVE);
                await().until(fake::isClosed);
            }
            assertThat(fixture.controller.refusedSwitches()).isEqualTo(3);
        }
    }

    @Test
    void aReportIsNewOnce() {
        var refusals = new Refusals();
        assertThat(refusals.isNew("refused switch 7")).isTrue();
        assertThat(refusals.isNew("refused switch 7")).isFalse();
        for (int i = 0; i < 10_000; i++) {
            refusals.isNew("refused switch x" + i);
        }
        assertThat(refusals.isNew("refused switch 7")).isTrue();
    }

    @Test
    void aSwitchMayConnectWhenTheFileAllowsIt(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("switches"), "1\n");
        var setup = ControllerOptions.Setup.DEFAULT;
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withSetup(setup.withAllowedFile(file)))) {
            fixture.connect(1, Version.OF13);
            fixture.open(2, Version.OF13, Behavior.RESPONSIVE).await(ErrorMessage.class);
            Files.writeString(file, "1\n2\n");
            await().until(() -> {
                fixture.open(2, Version.OF13, Behavior.RESPONSIVE);
                return fixture.controller.switchOf(2).isPresent();
            });
        }
    }
}

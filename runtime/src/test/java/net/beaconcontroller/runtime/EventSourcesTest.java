package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.devices.DeviceTracker;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.RoleStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.runtime.events.KeptEvent;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.topology.LinkDiscovery;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where events come from, in a controller with the applications topology and devices. */
class EventSourcesTest {
    @TempDir
    private Path data;

    private Beacon beacon;

    @BeforeEach
    void start() throws Exception {
        Map<String, String> settings = Map.of(
                "data.folder",
                data.toString(),
                "controller.listen",
                "127.0.0.1:0",
                "io.loops",
                "1",
                "app.topology.settling-time",
                "20ms",
                "app.topology.lost-switch-timeout",
                "20ms",
                "apps",
                "%s,%s".formatted(Bundles.of(LinkDiscovery.class), Bundles.of(DeviceTracker.class)));
        beacon = Beacon.start(Settings.read(null, settings, Map.of()), data.resolve("none"));
    }

    @AfterEach
    void stop() {
        beacon.close();
    }

    private ScriptedSwitch connect() throws Exception {
        return connect(Version.OF13);
    }

    private ScriptedSwitch connect(Version version) throws Exception {
        ScriptedSwitch fake = ScriptedSwitch.connect(beacon.address(), 1, version);
        await().until(() -> beacon.controller().switchOf(1).isPresent());
        return fake;
    }

    private List<KeptEvent> events(String type) {
        return beacon.events().newest(type::equals, 1_000);
    }

    private Event awaitEvent(String type) {
        await().until(() -> !events(type).isEmpty());
        return events(type).getLast().event();
    }

    @Test
    void publishesSwitchesAndPorts() throws Exception {
        try (ScriptedSwitch fake = connect()) {
            assertThat(awaitEvent("switch.connected").subject()).isEqualTo("0000000000000001");
            Port port = beacon.controller().switchOf(1).orElseThrow().port(2).orElseThrow();
            fake.send(new PortStatus(PortStatus.Reason.MODIFY, port.withLink(false)));
            Event down = awaitEvent("port.down");
            assertThat(down.subject()).isEqualTo("0000000000000001:2");
            assertThat(down.severity()).isEqualTo(Severity.WARNING);
            assertThat(down.details().get("switch")).isEqualTo("0000000000000001");
            assertThat(down.details().get("port"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsEntry("number", 2L)
                    .containsEntry("isUp", false)
                    .containsEntry("state", List.of("LINK_DOWN"));
            fake.send(new PortStatus(PortStatus.Reason.MODIFY, port));
            assertThat(awaitEvent("port.up").text()).contains("port 2").endsWith("is up");
        }
        assertThat(awaitEvent("switch.disconnected").text()).isEqualTo("switch 0000000000000001 disconnected");
    }

    @Test
    void publishesTheLossOfARole() throws Exception {
        try (ScriptedSwitch fake = connect(Version.OF14)) {
            fake.send(new RoleStatus(Role.SLAVE, 1, 7, List.of()));
            Event changed = awaitEvent("switch.role");
            assertThat(changed.text())
                    .isEqualTo("role at switch 0000000000000001: slave; reason: configuration, generation id 7");
            assertThat(changed.severity()).isEqualTo(Severity.WARNING);
            awaitEvent("switch.disconnected");
        }
    }

    @Test
    void publishesFlowsThatAreRemovedAndMessagesThatAreRefused() throws Exception {
        try (ScriptedSwitch fake = connect()) {
            fake.send(new FlowRemoved(
                    0x1234, 10, 0, 0, 5, 0, Stats.of(7, 0, 3, 300), Match.parse("in_port=1,ip,nw_dst=10.0.0.1")));
            Event removed = awaitEvent("flow.removed");
            assertThat(removed.text()).contains("reason=idle_timeout", "nw_dst=10.0.0.1");
            assertThat(removed.details().get("cookie")).isEqualTo("0x1234");
            assertThat(removed.details().get("packets")).isEqualTo(3L);
            fake.send(new ErrorMessage(1, 6, Bytes.of(new byte[8])));
            assertThat(awaitEvent("switch.error").details().get("error")).isEqualTo("BAD_REQUEST/BAD_LEN");
        }
    }

    @Test
    void publishesDevices() throws Exception {
        try (ScriptedSwitch fake = connect()) {
            await().until(() -> {
                fake.send(PacketIn.of(1, PacketIn.NO_BUFFER, Frames.udp(0xb, 0xa, 1, 2)));
                return !events("device.added").isEmpty();
            });
            Event added = awaitEvent("device.added");
            assertThat(added.subject()).isEqualTo("00:00:00:00:00:0a");
            assertThat(added.details().get("switch")).isEqualTo("0000000000000001");
            assertThat(added.details().get("port")).isEqualTo(1L);
            assertThat(added.details().get("vlan")).isNull();
        }
        assertThat(awaitEvent("device.detached").details().get("switch")).isNull();
    }

    @Test
    void publishesApplicationsThatRun() {
        await().until(() -> events("application.running").size() == 2);
        assertThat(events("application.running").stream()
                        .map(kept -> kept.event().subject()))
                .containsExactlyInAnyOrder("topology", "devices");
        assertThat(beacon.controller().pipelines().toString()).contains("application=controller");
    }
}

package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortMod;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@OnAnySwitch
class PortTest {
    private static final Bytes UDP = Frames.udp(2, 1, 10, 20);

    @Test
    void reportsItsPortsInTheFeaturesReplyOfOpenFlow10() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            List<Port> ports = harness.controller.request(new FeaturesRequest()).ports();

            assertThat(ports).extracting(Port::number).contains(1L, 2L, 3L, 4L);
            assertThat(ports).allMatch(Port::isUp);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF15"})
    void reportsItsPortsOnRequestFromOpenFlow13On(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            List<Port> ports =
                    harness.controller.request(new PortDescription.Request()).ports();

            assertThat(ports).extracting(Port::number).contains(1L, 2L, 3L, 4L);
            assertThat(ports).allMatch(Port::isUp);
        }
    }

    @Test
    @OnAnySwitch.Except("has other port names and one more port")
    void reportsNamesAndAddressesOfItsPorts() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            List<Port> ports =
                    harness.controller.request(new PortDescription.Request()).ports();

            assertThat(ports).extracting(Port::name).containsExactly("eth1", "eth2", "eth3", "eth4");
            assertThat(ports.getFirst().address()).isEqualTo(0x0200_002a_0001L);
        }
    }

    @ParameterizedTest
    @OnAnySwitch.Except("has a local port, which is down")
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void exchangesFramesWithItsLocalPort(Version version) throws Exception {
        try (var harness = EmulatedHarness.connected(version)) {
            harness.controller.request(new EchoRequest());
            var sent = new CopyOnWriteArrayList<Bytes>();
            EmulatedPort local =
                    harness.get(() -> harness.sw.addPort(PortNumber.LOCAL, "s42", frame -> sent.add(Bytes.of(frame))));
            PortStatus status = awaitStatus(harness, PortStatus.Reason.ADD);
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=LOCAL"));
            harness.controller.sendAndWait(FlowMod.parse("in_port=LOCAL,actions=FLOOD"));
            harness.receive(1, UDP);
            harness.run(() -> harness.sw.receive(PortNumber.LOCAL, UDP.toArray()));

            assertThat(status.port()).isEqualTo(local.toPort(version));
            assertThat(sent).containsExactly(UDP);
            assertThat(harness.takePorts()).containsExactly(1, 2, 3, 4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void reportsAddedAndRemovedPorts(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.request(new EchoRequest());
            harness.addPort(9);
            PortStatus added = awaitStatus(harness, PortStatus.Reason.ADD);
            harness.removePort(9);
            PortStatus gone = awaitStatus(harness, PortStatus.Reason.DELETE);

            assertThat(List.of(added.port().number(), gone.port().number())).containsOnly(9L);
        }
    }

    private static PortStatus awaitStatus(SwitchHarness harness, PortStatus.Reason reason) throws Exception {
        while (true) {
            PortStatus status = harness.controller.await(PortStatus.class);
            if (status.reason() == reason) {
                return status;
            }
        }
    }

    @ParameterizedTest
    @OnAnySwitch.Except("has dummy ports, whose links are always up")
    @EnumSource(names = {"OF10", "OF13"})
    void reportsALinkFailureOnce(Version version) throws Exception {
        try (var harness = EmulatedHarness.connected(version)) {
            harness.controller.request(new EchoRequest());
            harness.setLink(4, false);
            harness.setLink(4, false);
            List<PortStatus> statuses = harness.controller.allUntilBarrier(PortStatus.class);

            assertThat(statuses).singleElement().satisfies(status -> {
                assertThat(status.reason()).isEqualTo(PortStatus.Reason.MODIFY);
                assertThat(status.port().isUp()).isFalse();
            });
        }
    }

    @Test
    @OnAnySwitch.Except("has dummy ports, whose links are always up")
    void neitherSendsNorReceivesWhileTheLinkIsDown() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("actions=ALL"));
            harness.setLink(4, false);
            harness.receive(4, UDP);
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(2, 3);
        }
    }

    @Test
    void countsThePacketsOfPorts() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("actions=output:2"));
            harness.receive(1, UDP);
            List<PortStats> stats = harness.controller
                    .request(new PortStats.Request(PortNumber.ANY))
                    .ports();

            assertThat(stats)
                    .filteredOn(port -> port.port() <= SwitchHarness.PORTS)
                    .extracting(PortStats::port, PortStats::receivedPackets, PortStats::sentBytes)
                    .containsExactlyInAnyOrder(
                            tuple(1L, 1L, 0L), tuple(2L, 0L, 60L), tuple(3L, 0L, 0L), tuple(4L, 0L, 0L));
        }
    }

    @Test
    @OnAnySwitch.Except("has dummy ports, which ignore the configuration")
    void aDisabledPortSendsNothing() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("actions=ALL"));
            harness.controller.send(portMod(harness, 2, EmulatedPort.CONFIG_DOWN));
            PortStatus status = harness.controller.await(PortStatus.class);
            harness.receive(1, UDP);

            assertThat(status.port().isUp()).isFalse();
            assertThat(harness.takePorts()).containsExactly(3, 4);
        }
    }

    @Test
    void floodingExcludesPortsWithNoFlood() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=FLOOD"));
            harness.controller.sendAndWait(FlowMod.parse("in_port=4,actions=ALL"));
            harness.controller.sendAndWait(portMod(harness, 2, EmulatedPort.CONFIG_NO_FLOOD));
            harness.receive(1, UDP);
            assertThat(harness.takePorts()).containsExactly(3, 4);

            harness.receive(4, UDP);
            assertThat(harness.takePorts()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void aPortWithNoForwardStillReceives() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("actions=ALL"));
            harness.controller.sendAndWait(portMod(harness, 2, EmulatedPort.CONFIG_NO_FORWARD));
            harness.receive(2, UDP);
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(1, 3, 3, 4, 4);
        }
    }

    @Test
    void aPortWithNoReceiveStillSends() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("actions=ALL"));
            harness.controller.sendAndWait(portMod(harness, 2, EmulatedPort.CONFIG_NO_RECEIVE));
            harness.receive(2, UDP);
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(2, 3, 4);
        }
    }

    @Test
    @OnAnySwitch.Except("sends packet-ins regardless")
    void aPortWithNoPacketInStillObeysControllerActions() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(portMod(harness, 2, EmulatedPort.CONFIG_NO_PACKET_IN));
            harness.receive(2, UDP);
            assertThat(harness.controller.allUntilBarrier(PacketIn.class)).isEmpty();

            harness.controller.sendAndWait(FlowMod.parse("actions=CONTROLLER:65535"));
            harness.receive(2, UDP);
            assertThat(harness.controller.allUntilBarrier(PacketIn.class)).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void refusesToConfigureAnUnknownPortOrAWrongAddress(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            assertThat(harness.controller.refusalOf(new PortMod(99, 0, 1, 1, List.of())))
                    .isEqualTo("PORT_MOD_FAILED/BAD_PORT");
            assertThat(harness.controller.refusalOf(new PortMod(1, 5, 1, 1, List.of())))
                    .isEqualTo("PORT_MOD_FAILED/BAD_HW_ADDR");
        }
    }

    private static PortMod portMod(SwitchHarness harness, int number, long config) throws Exception {
        boolean is10 = harness.controller.version() == Version.OF10;
        List<Port> ports = is10
                ? harness.controller.request(new FeaturesRequest()).ports()
                : harness.controller.request(new PortDescription.Request()).ports();
        Port port = ports.stream()
                .filter(each -> each.number() == number)
                .findFirst()
                .orElseThrow();
        return new PortMod(number, port.address(), config, config, List.of());
    }
}

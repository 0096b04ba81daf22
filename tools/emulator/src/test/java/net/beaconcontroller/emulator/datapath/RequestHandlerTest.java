package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Experimenter;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.QueueConfigRequest;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.TableMod;
import net.beaconcontroller.openflow.multipart.ExperimenterMultipart;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.structure.Queue;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@OnAnySwitch
class RequestHandlerTest {
    private static final Bytes UDP = Frames.udp(2, 1, 10, 20);

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void reportsItsDescription(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            assertThat(harness.controller
                            .request(new SwitchDescription.Request())
                            .datapath())
                    .isEqualTo("s42");
        }
    }

    @Test
    void acceptsTheRequestedRole() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.request(new RoleRequest(Role.MASTER, 0, 5));

            assertThat(harness.controller
                            .request(new RoleRequest(Role.NO_CHANGE, 0, 0))
                            .role())
                    .isEqualTo(Role.MASTER);
            assertThat(harness.controller.refusalOf(new RoleRequest(Role.MASTER, 0, 4)))
                    .isEqualTo("ROLE_REQUEST_FAILED/STALE");
        }
    }

    @Test
    void aSlaveCannotModifyAndReceivesNoPacketIns() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("actions=CONTROLLER:65535"));
            harness.controller.request(new RoleRequest(Role.SLAVE, 0, 5));
            harness.receive(1, UDP);

            assertThat(harness.controller.allUntilBarrier(PacketIn.class)).isEmpty();
            assertThat(harness.controller.refusalOf(FlowMod.add().build())).isEqualTo("BAD_REQUEST/IS_SLAVE");
        }
    }

    @Test
    @OnAnySwitch.Except("has more tables with more features")
    void reportsItsTableFeatures() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.send(new TableFeatures.Request());
            int tables = 0;
            while (tables < 64) {
                TableFeatures.Reply part = harness.controller.await(TableFeatures.Reply.class);
                tables += part.tables().size();

                assertThat(part.tables())
                        .allSatisfy(table -> assertThat(table.properties()).hasSize(8));
            }
        }
    }

    @Test
    @OnAnySwitch.Except("has a queue for each dummy port")
    void hasNoQueues() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            var all = new QueueStats.Request(PortNumber.ANY, Queue.ALL);
            assertThat(harness.controller.request(all).queues()).isEmpty();
            assertThat(harness.controller.request(new QueueConfigRequest(1)).queues())
                    .isEmpty();
            assertThat(harness.controller.refusalOf(new QueueStats.Request(99, Queue.ALL)))
                    .isEqualTo("QUEUE_OP_FAILED/BAD_PORT");
            assertThat(harness.controller.refusalOf(new QueueStats.Request(PortNumber.ANY, 7)))
                    .isEqualTo("QUEUE_OP_FAILED/BAD_QUEUE");
        }
    }

    @Test
    void ignoresTheQueueOfAnAction() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(
                    FlowMod.add().actions(new Action.Enqueue(2, 5)).build());
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(2);
        }
    }

    @Test
    void hasNoStatisticsOfAnUnknownPort() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.request(new PortStats.Request(99)).ports())
                    .isEmpty();
        }
    }

    @Test
    void refusesUnsupportedRequests() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(new MeterStats.Request(99)))
                    .isEqualTo("METER_MOD_FAILED/UNKNOWN_METER");
            assertThat(harness.controller.refusalOf(new ExperimenterMultipart.Request(1, 1, Bytes.EMPTY)))
                    .isEqualTo("BAD_REQUEST/BAD_EXPERIMENTER");
            assertThat(harness.controller.refusalOf(new Experimenter(5, 5, Bytes.EMPTY)))
                    .isEqualTo("BAD_REQUEST/BAD_EXPERIMENTER");
        }
    }

    @Test
    @OnAnySwitch.Except("reserves the table with this number")
    void refusesToModifyAnUnknownTable() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(new TableMod(254, 0, List.of())))
                    .isEqualTo("TABLE_MOD_FAILED/BAD_TABLE");
        }
    }

    @Test
    void refusesMessagesThatOnlySwitchesSend() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            byte[] packetIn = Messages.encode(PacketIn.of(1, PacketIn.NO_BUFFER, UDP), Version.OF13, 7);

            assertThat(harness.controller.refusalOf(packetIn)).isEqualTo("BAD_REQUEST/BAD_TYPE");
        }
    }
}

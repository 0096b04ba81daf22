package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Outputs;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The outputs that a switch refuses are left out of its messages, and it receives the rest. */
class RefusedOutputTest {
    /** The number of bytes of a refused message that each error contains, OpenFlow 1.5.1 section 7.5.4. */
    private static final int AT_LEAST = 64;

    private static final int WHOLE = 65_535;

    private static final long NO_FLOOD = 1 << 4;

    /** Floods each packet, as the hub does. */
    private static final PacketInListener HUB = (sw, in) -> {
        sw.packetOut(in).flood().send();
        return Next.STOP;
    };

    private static Action[] outputs(long... ports) {
        return LongStream.of(ports).mapToObj(Action.Output::new).toArray(Action[]::new);
    }

    private static PacketOut packet(int number, long... ports) {
        return new PacketOut(PacketIn.NO_BUFFER, PortNumber.CONTROLLER, List.of(outputs(ports)), Bytes.of(new byte[] {
            (byte) number, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
        }));
    }

    private static List<Long> ports(List<Action> actions) {
        return actions.stream().map(Outputs::port).toList();
    }

    /** Waits until the controller has processed this number of errors of the switch. */
    private static void awaitErrors(Switch sw, int count) {
        await().until(() -> sw.counters().received(MessageType.ERROR) == count);
        sw.sendConfirmed(List.of()).join();
    }

    /** A packet-in of whose packet the switch has no copy. */
    private static PacketIn packetIn(int number) {
        return PacketIn.of(1, PacketIn.NO_BUFFER, Frames.arpRequest(0x0a, number));
    }

    private static ScriptedSwitch connectHub(ControllerFixture fixture, Version version) throws IOException {
        fixture.controller.register("hub", HUB);
        ScriptedSwitch fake = fixture.connect(1, version);
        fixture.active(1);
        return fake;
    }

    private static void sendFirst(ControllerFixture fixture, ScriptedSwitch fake) throws IOException {
        fake.send(packetIn(0));
        awaitErrors(fixture.active(1), 1);
    }

    // FLOOD

    @EachVersion
    void afterTheFirstErrorPacketsAreFloodedByAll(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = connectHub(fixture, version);
            fake.refuseOutputs(Set.of(PortNumber.FLOOD), ErrorCode.BAD_OUT_PORT, AT_LEAST);
            sendFirst(fixture, fake);
            for (int i = 1; i < 4; i++) {
                fake.send(packetIn(i));
                assertThat(ports(fake.await(PacketOut.class).actions())).containsExactly(PortNumber.ALL);
            }
        }
    }

    @EachVersion
    void aPortThatFloodsExcludeGetsNoFlood(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = connectHub(fixture, version);
            fake.refuseOutputs(Set.of(PortNumber.FLOOD), ErrorCode.BAD_OUT_PORT, AT_LEAST);
            Port port = fake.ports().get(1);
            fake.send(new PortStatus(
                    PortStatus.Reason.MODIFY,
                    new Port(port.number(), port.address(), port.name(), NO_FLOOD, port.state(), port.properties())));
            sendFirst(fixture, fake);
            fake.send(packetIn(1));
            assertThat(ports(fake.await(PacketOut.class).actions())).containsExactly(3L, 4L);
        }
    }

    @Test
    void aSwitchWithoutAllGetsTheNumbersOfThePorts() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = connectHub(fixture, Version.OF13);
            fake.refuseOutputs(Set.of(PortNumber.FLOOD, PortNumber.ALL), ErrorCode.BAD_OUT_PORT, AT_LEAST);
            sendFirst(fixture, fake);
            fake.send(packetIn(1));
            awaitErrors(fixture.active(1), 2);
            fake.send(packetIn(2));
            assertThat(ports(fake.await(PacketOut.class).actions())).containsExactly(2L, 3L, 4L);
        }
    }

    @EachVersion
    void flowsFloodByAll(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = connectHub(fixture, version);
            Switch sw = fixture.active(1);
            fake.refuseOutputs(Set.of(PortNumber.FLOOD), ErrorCode.BAD_OUT_PORT, AT_LEAST);
            sendFirst(fixture, fake);
            sw.send(FlowMod.add().priority(7).actions(outputs(PortNumber.FLOOD)).build());
            sw.execute(() -> sw.addFlow().priority(7).output(PortNumber.FLOOD).send());
            for (int i = 0; i < 2; i++) {
                assertThat(awaitFlow(fake))
                        .containsExactly(new Instruction.ApplyActions(List.of(outputs(PortNumber.ALL))));
            }
        }
    }

    /** Waits for the next flow of the test, and returns its instructions. */
    private static List<Instruction> awaitFlow(ScriptedSwitch fake) throws Exception {
        ReceivedMessage received = fake.await(next -> next.message() instanceof FlowMod flow && flow.priority() == 7);
        return ((FlowMod) received.message()).instructions();
    }

    // Ports

    /** The packets that a switch has received on ports. */
    private record Delivery(int number, long port) {
        static List<Delivery> of(List<PacketOut> packets) {
            return packets.stream()
                    .flatMap(packet -> ports(packet.actions()).stream()
                            .map(port -> new Delivery(packet.data().toArray()[0], port)))
                    .toList();
        }
    }

    private static List<PacketOut> next(ScriptedSwitch fake, int count) throws Exception {
        var packets = new ArrayList<PacketOut>();
        for (int i = 0; i < count; i++) {
            packets.add(fake.await(PacketOut.class));
        }
        return packets;
    }

    private static void assertThatTheOtherPortsGetThePacketsAfterTheFirst(Version version, int dataLength)
            throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, version);
            Switch sw = fixture.active(1);
            fake.refuseOutputs(Set.of(4L), ErrorCode.BAD_OUT_PORT, dataLength);
            sw.send(packet(0, 1, 2, 4, 3));
            awaitErrors(sw, 1);
            sw.send(packet(1, 1, 2, 4, 3));
            assertThat(Delivery.of(next(fake, 3)))
                    .containsExactlyInAnyOrder(new Delivery(1, 1), new Delivery(1, 2), new Delivery(1, 3));
            awaitErrors(sw, 2);
            assertThat(sw.refusedPorts()).containsExactly(4L);
            sw.execute(() -> sw.send(packet(2, 1, 2, 4, 3)));
            assertThat(ports(fake.await(PacketOut.class).actions())).containsExactly(1L, 2L, 3L);
        }
    }

    @EachVersion
    void anErrorShowsThePort(Version version) throws Exception {
        assertThatTheOtherPortsGetThePacketsAfterTheFirst(version, WHOLE);
    }

    @EachVersion
    void anErrorShowsSomeOfThePorts(Version version) throws Exception {
        assertThatTheOtherPortsGetThePacketsAfterTheFirst(version, AT_LEAST);
    }

    @EachVersion
    void anErrorShowsNoPort(Version version) throws Exception {
        assertThatTheOtherPortsGetThePacketsAfterTheFirst(version, 0);
    }

    /** A flow and the packet that is forwarded with it have the same transaction id. */
    @Test
    void anErrorAboutAFlowIsNotThatOfThePacket() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.register("flow", (PacketInListener) (sw, in) -> {
                sw.addFlow().output(2).output(4).sendAndForward(in);
                return Next.STOP;
            });
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            fake.refuseOutputs(Set.of(4L), ErrorCode.BAD_OUT_PORT, 0);
            fake.send(packetIn(0));
            awaitErrors(sw, 2);
            fake.send(packetIn(1));
            assertThat(ports(fake.await(PacketOut.class).actions())).containsExactly(2L);
            awaitErrors(sw, 4);
            assertThat(sw.refusedPorts()).containsExactly(4L);
        }
    }

    @Test
    void aPortIsTriedAgainWhenItChanges() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            fake.refuseOutputs(Set.of(4L), ErrorCode.BAD_PORT, AT_LEAST);
            sw.send(packet(0, 4));
            awaitErrors(sw, 1);
            sw.send(packet(1, 4));
            awaitErrors(sw, 2);
            sw.send(packet(2, 3, 4));
            assertThat(ports(fake.await(PacketOut.class).actions())).containsExactly(3L);
            fake.refuseOutputs(Set.of(), ErrorCode.BAD_PORT, AT_LEAST);
            fake.send(
                    new PortStatus(PortStatus.Reason.MODIFY, fake.ports().get(3).withLink(false)));
            await().until(() -> sw.refusedPorts().isEmpty());
            sw.send(packet(3, 3, 4));
            assertThat(Delivery.of(next(fake, 2))).containsExactly(new Delivery(3, 3), new Delivery(3, 4));
            sw.sendConfirmed(List.of()).join();
            sw.send(packet(4, 3, 4));
            assertThat(ports(fake.await(PacketOut.class).actions())).containsExactly(3L, 4L);
        }
    }

    @Test
    void flowsAndGroupsAreSentWithoutARefusedPort() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            refuse(fake, sw, 4);
            FlowMod flow = FlowMod.add().priority(7).actions(outputs(2, 4)).build();
            GroupMod group = GroupMod.of(
                    GroupMod.Command.ADD,
                    GroupMod.TYPE_ALL,
                    1,
                    Bucket.of(outputs(2)),
                    Bucket.of(outputs(4)),
                    Bucket.of(outputs(3, 4)));
            assertThat(sw.sendConfirmed(List.of(flow, group))).succeedsWithin(Duration.ofSeconds(60));
            assertThat(awaitFlow(fake)).containsExactly(new Instruction.ApplyActions(List.of(outputs(2))));
            assertThat(fake.await(GroupMod.class).buckets().stream().map(bucket -> ports(bucket.actions())))
                    .containsExactly(List.of(2L), List.of(3L));
        }
    }

    private static void refuse(ScriptedSwitch fake, Switch sw, long port) {
        fake.refuseOutputs(Set.of(port), ErrorCode.BAD_OUT_PORT, AT_LEAST);
        for (int errors = 1; errors <= 2; errors++) {
            sw.send(packet(0, port));
            awaitErrors(sw, errors);
        }
        assertThat(sw.refusedPorts()).containsExactly(port);
    }

    @Test
    void anApplicationThatWaitsForTheResultGetsTheError() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            refuse(fake, sw, 4);
            assertThatThrownBy(() -> sw.sendConfirmed(List.of(packet(2, 4))).join())
                    .hasCauseInstanceOf(RequestRefusedException.class);
            assertThatThrownBy(() -> sw.sendConfirmed(
                                    List.of(FlowMod.add().actions(outputs(4)).build()))
                            .join())
                    .hasCauseInstanceOf(RequestRefusedException.class);
        }
    }

    @Test
    void anErrorAboutAMessageThatWasNotSentHasNoEffect() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            for (long xid : new long[] {0, 1_000_000, 0x7fff_ffffL, 0x8100_0000L, 0xffff_ffffL}) {
                for (PacketOut packet : List.of(packet(0, 3), packet(0, PortNumber.FLOOD))) {
                    fake.send(new ErrorMessage(2, 4, Bytes.of(Messages.encode(packet, Version.OF13, xid))), xid);
                    fake.send(new ErrorMessage(2, 4, Bytes.of(Messages.encode(packet, Version.OF13, xid))), 1);
                    fake.send(new ErrorMessage(2, 4, Bytes.EMPTY), xid);
                }
            }
            awaitErrors(sw, 30);
            sw.send(packet(1, 3, PortNumber.FLOOD));
            assertThat(ports(fake.await(PacketOut.class).actions())).containsExactly(3L, PortNumber.FLOOD);
        }
    }

    // Log

    /** One line for each port and minute, in which the port and the message are named. */
    @ParameterizedTest
    @ValueSource(ints = {0, AT_LEAST, WHOLE})
    void aRefusedPortIsLoggedOnce(int dataLength) throws Exception {
        long datapathId = 0x1000L + dataLength;
        try (var log = new RecordedLog("net.beaconcontroller.core");
                var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(datapathId, Version.OF13);
            Switch sw = fixture.active(datapathId);
            fake.refuseOutputs(Set.of(4L), ErrorCode.BAD_OUT_PORT, dataLength);
            for (int i = 0; i < 5; i++) {
                sw.send(packet(i, 1, 4));
                sw.sendConfirmed(List.of()).join();
                fake.send(new PortStatus(PortStatus.Reason.MODIFY, fake.ports().get(3)));
            }
            Stream<String> lines = log.records().stream()
                    .map(line -> line.getMessage())
                    .filter(line -> line.contains(sw + " refuses"));
            assertThat(lines).singleElement().asString().contains("port 4", "BAD_ACTION/BAD_OUT_PORT");
        }
    }

    @EachVersion
    void anErrorIsLoggedWithTheMessageAndItsPort(Version version) throws Exception {
        long datapathId = 0x2000L + version.wire();
        try (var log = new RecordedLog("net.beaconcontroller.core");
                var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(datapathId, version);
            Switch sw = fixture.active(datapathId);
            fake.refuseOutputs(Set.of(4L), ErrorCode.BAD_ACTION_TYPE, AT_LEAST);
            sw.send(packet(0, 4));
            awaitErrors(sw, 1);
            assertThat(log.contains(
                            "switch %s refused a message: BAD_ACTION/BAD_TYPE, PACKET_OUT in_port=CONTROLLER output=4"
                                    .formatted(sw)))
                    .isTrue();
        }
    }
}

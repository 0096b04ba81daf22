package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Objects;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class LearningSwitchTest {
    private static final long A = 0x00000000000aL;
    private static final long B = 0x00000000000bL;
    private static final long NONE = PacketIn.NO_BUFFER;

    private OpenFlowController controller;
    private @Nullable ScriptedSwitch connected;

    @BeforeEach
    void startController() throws Exception {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
    }

    @AfterEach
    void stopController() throws Exception {
        fake().close();
        controller.close();
    }

    private void connect(Version version) throws Exception {
        connected = ScriptedSwitch.connect(controller.address(), 1, version);
        await().until(() -> controller.switchOf(1).isPresent());
    }

    private ScriptedSwitch fake() {
        return Objects.requireNonNull(connected);
    }

    /** Sends a packet-in and returns the first message that the application sends. */
    private Message sendPacketIn(long inPort, long bufferId, Bytes frame) throws Exception {
        fake().send(PacketIn.of(inPort, bufferId, frame));
        return fake().await(LearningSwitchTest::isFromApplication).message();
    }

    private static boolean isFromApplication(ReceivedMessage received) {
        return received.message() instanceof PacketOut
                || (received.message() instanceof FlowMod flow && flow.priority() != 0 && !isInitialDelete(flow));
    }

    /** Returns whether the controller sends the flow-mod when a switch connects: it selects no port that exists. */
    private static boolean isInitialDelete(FlowMod flow) {
        return flow.match().fields().isEmpty() && flow.outPort() > PortNumber.MAX;
    }

    private static PacketOut flood(long inPort, Bytes frame) {
        return new PacketOut(NONE, inPort, List.of(new Action.Output(PortNumber.FLOOD)), frame);
    }

    @EachVersion
    void floodsFramesToUnknownAddressesAndInstallsFlowsToKnownAddresses(Version version) throws Exception {
        connect(version);
        Bytes fromA = Frames.udp(B, A, 1000, 2000);
        assertThat(sendPacketIn(1, NONE, fromA)).isEqualTo(flood(1, fromA));
        FlowMod flow = (FlowMod) sendPacketIn(2, 77, Frames.udp(A, B, 2000, 1000));
        assertThat(flow.command()).isEqualTo(FlowMod.Command.ADD);
        assertThat(flow.idleTimeout()).isEqualTo(5);
        assertThat(flow.hardTimeout()).isZero();
        assertThat(flow.bufferId()).isEqualTo(77);
        assertThat(flow.instructions()).containsExactly(new Instruction.ApplyActions(List.of(new Action.Output(1))));
        assertThat(flow.match().fields())
                .containsExactlyInAnyOrder(
                        Field.IN_PORT.is(2), Field.ETH_SRC.is(B), Field.ETH_DST.is(A), Field.VLAN_VID.is(0));
    }

    @EachVersion
    void sendsAnUnbufferedPacketAfterTheFlowMod(Version version) throws Exception {
        connect(version);
        sendPacketIn(1, NONE, Frames.udp(B, A, 1000, 2000));
        Bytes reply = Frames.udp(A, B, 2000, 1000);
        assertThat(((FlowMod) sendPacketIn(2, NONE, reply)).bufferId()).isEqualTo(NONE);
        assertThat(fake().await(PacketOut.class))
                .isEqualTo(new PacketOut(NONE, 2, List.of(new Action.Output(1)), reply));
    }

    @EachVersion
    void framesThatNoPacketOutCanContainAreDroppedAndCounted(Version version) throws Exception {
        connect(version);
        int header = Messages.encode(PacketIn.of(1, NONE, Bytes.EMPTY), version, 0).length;
        int headerOfReply = Messages.encode(PacketOut.of(Bytes.EMPTY, 1), version, 0).length;
        int tooLong = Math.max(0, headerOfReply - header);
        for (int length = Header.MAX_MESSAGE_LENGTH - header; length > 65_400; length--) {
            fake().send(PacketIn.of(1, NONE, frame(B, A, length)));
        }
        Bytes last = Frames.udp(B, A, 1000, 2000);
        fake().send(PacketIn.of(1, NONE, last));
        fake().await(received ->
                received.message() instanceof PacketOut packet && packet.data().equals(last));
        assertThat(controller.switchOf(1).orElseThrow().counters().unsendable()).isEqualTo(tooLong);
        assertThat(controller.listenerFailures()).isZero();
    }

    @EachVersion
    void installsTheFlowOfATruncatedPacketAndSendsThePacketOnlyIfItIsBuffered(Version version) throws Exception {
        connect(version);
        sendPacketIn(1, NONE, Frames.udp(B, A, 1000, 2000));
        assertThat(sendTruncated(NONE)).isInstanceOf(FlowMod.class);
        assertThat(((FlowMod) sendTruncated(7)).bufferId()).isEqualTo(7);
        assertThat(fake().count(MessageType.PACKET_OUT)).isEqualTo(1);
        assertThat(controller.switchOf(1).orElseThrow().counters().unsendable()).isEqualTo(1);
    }

    private Message sendTruncated(long bufferId) throws Exception {
        Bytes beginning = Frames.udp(A, B, 2000, 1000);
        fake().send(new PacketIn(bufferId, beginning.length() + 1, 0, 0, -1, Match.ofInPort(2), beginning));
        return fake().await(LearningSwitchTest::isFromApplication).message();
    }

    private static Bytes frame(long destination, long source, int length) {
        return Bytes.of(FrameBuilder.ethernet(destination, source)
                .type(Ethernet.TYPE_IPV4)
                .zeros(length - Ethernet.HEADER_LENGTH)
                .build());
    }

    @EachVersion
    void learnsPerVlan(Version version) throws Exception {
        connect(version);
        sendPacketIn(1, NONE, Frames.taggedUdp(10, B, A, 1000, 2000));
        assertThat(sendPacketIn(2, NONE, Frames.taggedUdp(20, A, B, 2000, 1000)))
                .isInstanceOf(PacketOut.class);
        FlowMod flow = (FlowMod) sendPacketIn(3, 1, Frames.taggedUdp(10, A, B, 2000, 1000));
        assertThat(flow.match().fields())
                .containsExactlyInAnyOrder(
                        Field.IN_PORT.is(3),
                        Field.ETH_SRC.is(B),
                        Field.ETH_DST.is(A),
                        Field.VLAN_VID.is(Field.VLAN_PRESENT | 10));
    }

    @EachVersion
    void doesNotLearnGroupAddresses(Version version) throws Exception {
        connect(version);
        long group = 0x0100_0000_0001L;
        sendPacketIn(1, NONE, Frames.udp(B, group, 1000, 2000));
        Bytes toGroup = Frames.udp(group, B, 1000, 2000);
        assertThat(sendPacketIn(2, NONE, toGroup)).isEqualTo(flood(2, toGroup));
    }

    @EachVersion
    void dropsAFrameWhoseDestinationIsOnTheIngressPort(Version version) throws Exception {
        connect(version);
        sendPacketIn(1, NONE, Frames.udp(B, A, 1000, 2000));
        assertThat(sendPacketIn(1, 5, Frames.udp(A, B, 2000, 1000)))
                .isEqualTo(new PacketOut(5, 1, List.of(), Bytes.EMPTY));
    }

    @EachVersion
    void removesTheAddressesAndFlowsOfAPortThatGoesDown(Version version) throws Exception {
        connect(version);
        sendPacketIn(1, NONE, Frames.udp(B, A, 1000, 2000));
        fake().send(new PortStatus(
                PortStatus.Reason.MODIFY, fake().ports().getFirst().withLink(false)));
        FlowMod delete =
                (FlowMod) fake().await(LearningSwitchTest::isFromApplication).message();
        assertThat(delete.command()).isEqualTo(FlowMod.Command.DELETE);
        assertThat(delete.outPort()).isEqualTo(1);
        assertThat(sendPacketIn(2, NONE, Frames.udp(A, B, 2000, 1000))).isInstanceOf(PacketOut.class);
    }

    @EachVersion
    void deletesTheFlowsToAHostThatHasMoved(Version version) throws Exception {
        connect(version);
        sendPacketIn(1, NONE, Frames.udp(B, A, 1000, 2000));
        FlowMod delete = (FlowMod) sendPacketIn(3, NONE, Frames.udp(B, A, 1000, 2000));
        assertThat(delete.command()).isEqualTo(FlowMod.Command.DELETE);
        assertThat(delete.match().fields()).containsExactly(Field.ETH_DST.is(A));
        fake().await(PacketOut.class);
        FlowMod flow = (FlowMod) sendPacketIn(2, 9, Frames.udp(A, B, 2000, 1000));
        assertThat(flow.instructions()).containsExactly(new Instruction.ApplyActions(List.of(new Action.Output(3))));
    }
}

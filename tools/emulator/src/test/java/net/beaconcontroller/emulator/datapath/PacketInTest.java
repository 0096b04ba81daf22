package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.SetConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packet-ins and buffered packets. */
@OnAnySwitch
class PacketInTest {
    private static final Bytes LONG = Bytes.of(Arrays.copyOf(TestFrames.udp4().toArray(), 300));

    @Test
    @OnAnySwitch.Except("has not buffered packets since version 2.7, unlike hardware switches")
    void sendsThePrefixOfALongPacketAndBuffersIt() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            PacketIn in = missed(harness);

            assertThat(in.data().length()).isEqualTo(128);
            assertThat(in.totalLength()).isEqualTo(300);
            assertThat(in.bufferId()).isNotEqualTo(PacketIn.NO_BUFFER);
        }
    }

    @Test
    void sendsAShortPacketWithoutBufferingIt() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(new SetConfig(0, 300));
            PacketIn in = missed(harness);

            assertThat(in.data()).isEqualTo(LONG);
            assertThat(in.bufferId()).isEqualTo(PacketIn.NO_BUFFER);
        }
    }

    @Test
    void sendsTheWholePacketIfTheLengthIsUnlimited() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=0,actions=CONTROLLER:65535"));

            assertThat(missed(harness).data()).isEqualTo(LONG);
        }
    }

    @Test
    @OnAnySwitch.Except("sends the whole packet because it does not buffer it")
    void limitsThePacketInToTheLengthOfTheAction() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=0,actions=CONTROLLER:20"));

            assertThat(missed(harness).data().length()).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF14", "OF15"})
    void sendsAPacketInThatIsLongerThanItsHeaderCanStateWithTheLower16BitsOfItsLength(Version version)
            throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(new SetConfig(0, Action.Output.WHOLE_PACKET));
            harness.controller.sendAndWait(FlowMod.add()
                    .priority(0)
                    .actions(new Action.Output(PortNumber.CONTROLLER, Action.Output.WHOLE_PACKET))
                    .build());
            byte[] frame = Arrays.copyOf(TestFrames.udp4().toArray(), 0xffff);
            Arrays.fill(frame, 0x1000, frame.length, (byte) 0xee);

            harness.receive(1, Bytes.of(frame));

            PacketIn in = PacketIn.of(1, PacketIn.NO_BUFFER, Bytes.EMPTY);
            int length = Messages.encode(in, version, 0).length + frame.length;
            byte[] message = harness.controller.awaitMalformed(length);
            assertThat(message).hasSize(length).endsWith(frame);
            assertThat(Header.type(message, 0)).isEqualTo(MessageType.PACKET_IN.wire(version));
            assertThat(Header.length(message, 0)).isEqualTo(length - 0x10000);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    @OnAnySwitch.Except("has not buffered packets since version 2.7, unlike hardware switches")
    void aPacketOutSendsABufferedPacketOnce(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=0,actions=CONTROLLER:20"));
            PacketIn in = missed(harness);
            var out = new PacketOut(in.bufferId(), 1, List.of(new Action.Output(2)), Bytes.EMPTY);
            harness.controller.sendAndWait(out);

            assertThat(harness.sentBy(2)).containsExactly(LONG);
            assertThat(harness.controller.refusalOf(out)).isEqualTo("BAD_REQUEST/BUFFER_EMPTY");
        }
    }

    @Test
    void refusesAnUnknownBuffer() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            var out = new PacketOut(5, 1, List.of(new Action.Output(2)), Bytes.EMPTY);

            assertThat(harness.controller.refusalOf(out)).isEqualTo("BAD_REQUEST/BUFFER_UNKNOWN");
        }
    }

    @Test
    @OnAnySwitch.Except("has not buffered packets since version 2.7, unlike hardware switches")
    void keepsTheLatestPacketsInItsBuffers() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            long first = missed(harness).bufferId();
            for (int i = 0; i < PacketBuffers.CAPACITY; i++) {
                missed(harness);
            }
            var out = new PacketOut(first, 1, List.of(new Action.Output(2)), Bytes.EMPTY);

            assertThat(harness.controller.refusalOf(out)).isEqualTo("BAD_REQUEST/BUFFER_UNKNOWN");
            harness.controller.sendAndWait(new PacketOut(first + 1, 1, List.of(new Action.Output(2)), Bytes.EMPTY));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    @OnAnySwitch.Except("has not buffered packets since version 2.7, unlike hardware switches")
    void aFlowModIsAppliedToABufferedPacket(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=0,actions=CONTROLLER:20"));
            PacketIn in = missed(harness);
            harness.controller.sendAndWait(FlowMod.add()
                    .match(Match.parse("in_port=1"))
                    .actions(new Action.Output(3))
                    .bufferId(in.bufferId())
                    .build());

            assertThat(harness.sentBy(3)).containsExactly(LONG);
        }
    }

    @Test
    @OnAnySwitch.Except("does not buffer packets, and refuses such a flow-mod")
    void aFlowModWithAnUnknownBufferAddsTheFlow() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            FlowMod mod =
                    FlowMod.add().match(Match.parse("in_port=1")).bufferId(77).build();

            assertThat(harness.controller.refusalOf(mod)).isEqualTo("BAD_REQUEST/BUFFER_UNKNOWN");
            assertThat(harness.matches()).containsExactly(Match.parse("in_port=1"));
        }
    }

    @Test
    void reportsItsConfiguration() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            assertThat(harness.controller.request(new GetConfigRequest())).isEqualTo(new GetConfigReply(0, 128));
            harness.controller.sendAndWait(new SetConfig(1, 77));

            assertThat(harness.controller.request(new GetConfigRequest())).isEqualTo(new GetConfigReply(1, 77));
        }
    }

    @Test
    @OnAnySwitch.Except("is connected before the test starts")
    void sendsNothingWithoutAController() throws Exception {
        try (var harness = EmulatedHarness.off(Version.OF10, List.of(Version.OF10))) {
            harness.start();
            harness.receive(1, LONG);

            assertThat(harness.query(EmulatedSwitch::counters).packetIns()).isZero();
            assertThat(harness.query(EmulatedSwitch::counters).framesDropped()).isEqualTo(1);
        }
    }

    private static PacketIn missed(SwitchHarness harness) throws Exception {
        harness.receive(1, LONG);
        return harness.controller.await(PacketIn.class);
    }
}

package net.beaconcontroller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.core.ControllerOptions;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.emulator.fake.FakeSwitch;
import net.beaconcontroller.emulator.fake.Frames;
import net.beaconcontroller.emulator.fake.FakeSwitch;
import net.beaconcontroller.emulator.fake.Frames;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HubTest {
    @ParameterizedTest
    @EnumSource(names = "OF11", mode = EnumSource.Mode.EXCLUDE)
    void floodsEveryPacketAndInstallsNoFlow(Version version) {
        var sw = new TestSwitch(1, version);
        Bytes frame = Frames.arpRequest(0xa, 0xb);
        assertThat(new Hub().packetIn(sw, PacketIns.of(2, frame))).isEqualTo(Next.STOP);
        assertThat(sw.sent())
                .containsExactly(
                        new PacketOut(PacketIn.NO_BUFFER, 2, List.of(new Action.Output(PortNumber.FLOOD)), frame));
    }
}

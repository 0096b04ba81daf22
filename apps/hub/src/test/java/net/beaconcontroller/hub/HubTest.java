package net.beaconcontroller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import net.beaconcontroller.core.ControllerOptions;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.emulator.fake.FakeSwitch;
import net.beaconcontroller.emulator.fake.Frames;
import net.beaconcontroller.openflow.Action;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PacketIn;
import net.beaconcontroller.openflow.PacketOut;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HubTest {
    @ParameterizedTest
    @EnumSource(names = "OF11", mode = EnumSource.Mode.EXCLUDE)
    void floodsEveryPacketAndInstallsNoFlow(Version version) throws Exception {
        try (var controller = new OpenFlowController(ControllerOptions.onFreePort())) {
            controller.register("hub", new Hub());
            controller.start();
            try (var fake = FakeSwitch.connect(controller.address(), 1, version)) {
                await().until(() -> controller.switchOf(1).isPresent());
                long flowMods = fake.count(MessageType.FLOW_MOD); // those of the handshake
                Bytes frame = Frames.arpRequest(0xa, 0xb);
                fake.send(PacketIn.of(2, PacketIn.NO_BUFFER, frame));
                assertThat(fake.await(PacketOut.class))
                        .isEqualTo(new PacketOut(
                                PacketIn.NO_BUFFER, 2, List.of(new Action.Output(PortNumber.FLOOD)), frame));
                assertThat(fake.count(MessageType.FLOW_MOD)).isEqualTo(flowMods);
            }
        }
    }
}

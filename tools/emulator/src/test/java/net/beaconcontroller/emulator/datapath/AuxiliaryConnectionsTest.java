package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AuxiliaryConnectionsTest {
    private static final Bytes FRAME = Frames.udp(2, 1, 1000, 1000);

    /** Opens the main connection, on which the controller reads nothing, and then the auxiliary connection. */
    private static FeaturesReply open(EmulatedHarness harness) throws Exception {
        harness.start();
        harness.controller.acceptWithoutReading();
        harness.controller.send(new FeaturesRequest());
        harness.controller.send(FlowMod.parse("priority=0,actions=CONTROLLER"));
        harness.controller.accept();
        return harness.controller.request(new FeaturesRequest());
    }

    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF14", "OF15"})
    void hasTheAuxiliaryIdInItsFeatures(Version version) throws Exception {
        try (var harness = EmulatedHarness.withAuxiliaryConnection(version)) {
            assertThat(open(harness).auxiliaryId()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF14", "OF15"})
    void carriesThePacketIns(Version version) throws Exception {
        try (var harness = EmulatedHarness.withAuxiliaryConnection(version)) {
            open(harness);
            harness.receive(1, FRAME);
            assertThat(harness.controller.await(PacketIn.class).data()).isEqualTo(FRAME);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF14", "OF15"})
    void answersRequests(Version version) throws Exception {
        try (var harness = EmulatedHarness.withAuxiliaryConnection(version)) {
            open(harness);
            assertThat(harness.controller.request(new EchoRequest(FRAME)).data())
                    .isEqualTo(FRAME);
        }
    }
}

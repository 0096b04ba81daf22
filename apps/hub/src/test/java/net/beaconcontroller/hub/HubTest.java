package net.beaconcontroller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.testkit.TestSwitch;

class HubTest {
    @EachVersion
    void floodsEveryPacketAndInstallsNoFlow(Version version) {
        var sw = new TestSwitch(1, version);
        Bytes frame = Frames.arpRequest(0xa, 0xb);
        assertThat(new Hub().packetIn(sw, PacketIns.of(2, frame))).isEqualTo(Next.STOP);
        assertThat(sw.sent())
                .containsExactly(
                        new PacketOut(PacketIn.NO_BUFFER, 2, List.of(new Action.Output(PortNumber.FLOOD)), frame));
    }

    @EachVersion
    void sendsATruncatedPacketOnlyFromTheBufferOfTheSwitch(Version version) {
        var sw = new TestSwitch(1, version);
        Bytes beginning = Frames.arpRequest(0xa, 0xb);
        for (long bufferId : new long[] {PacketIn.NO_BUFFER, 7}) {
            var in = new PacketIn(bufferId, beginning.length() + 1, 0, 0, -1, Match.ofInPort(2), beginning);
            new Hub().packetIn(sw, PacketIns.of(in, System.nanoTime()));
        }
        assertThat(sw.sent())
                .containsExactly(new PacketOut(7, 2, List.of(new Action.Output(PortNumber.FLOOD)), Bytes.EMPTY));
        assertThat(sw.counters().unsendable()).isEqualTo(1);
    }
}

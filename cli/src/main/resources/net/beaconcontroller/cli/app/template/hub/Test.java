package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

class @class@Test {
    @Test
    void floodsEveryPacketAndInstallsNoFlow() {
        var sw = new TestSwitch();
        Bytes frame = Bytes.of(FrameBuilder.ethernet(0xb, 0xa).type(Ethernet.TYPE_IPV4).build());
        assertEquals(Next.STOP, new @class@().packetIn(sw, PacketIns.of(2, frame)));
        var flood = new PacketOut(PacketIn.NO_BUFFER, 2, List.of(new Action.Output(PortNumber.FLOOD)), frame);
        assertEquals(List.of(flood), sw.sent());
    }
}

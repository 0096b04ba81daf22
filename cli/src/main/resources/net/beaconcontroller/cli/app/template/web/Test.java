package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

class @class@Test {
    @Test
    void countsPacketInsUntilAReset() {
        var sw = new TestSwitch();
        var application = new @class@();
        PacketInContext in = PacketIns.of(
                1, Bytes.of(FrameBuilder.ethernet(0xb, 0xa).type(Ethernet.TYPE_IPV4).build()));
        assertEquals(Next.PASS, application.packetIn(sw, in));
        application.packetIn(sw, in);
        assertEquals(List.of(new @class@.PacketCount(sw.toString(), 2)), application.counts());
        application.reset();
        assertEquals(0, application.counts().getFirst().packetIns());
    }
}

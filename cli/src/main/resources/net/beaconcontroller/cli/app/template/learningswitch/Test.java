package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

class @class@Test {
    private static final long HOST_1 = 0xa;
    private static final long HOST_2 = 0xb;

    private final TestSwitch sw = new TestSwitch();
    private final @class@ application = new @class@();

    private static PacketInContext packet(int port, long source, long destination) {
        return PacketIns.of(port, Bytes.of(FrameBuilder.ethernet(destination, source)
                .type(Ethernet.TYPE_IPV4)
                .build()));
    }

    @Test
    void floodsAPacketToAnUnknownHost() {
        application.packetIn(sw, packet(1, HOST_1, HOST_2));
        PacketOut sent = sw.sent(PacketOut.class).getFirst();
        assertEquals(new Action.Output(PortNumber.FLOOD), sent.actions().getFirst());
    }

    @Test
    void installsAFlowToALearnedHost() {
        application.packetIn(sw, packet(1, HOST_1, HOST_2));
        application.packetIn(sw, packet(2, HOST_2, HOST_1));
        FlowMod expected = FlowMod.add()
                .inPort(2)
                .ethSource(HOST_2)
                .ethDestination(HOST_1)
                .idleTimeoutSeconds(10)
                .output(1)
                .build();
        FlowMod flow = sw.sent(FlowMod.class).getFirst();
        assertEquals(expected.match(), flow.match());
        assertEquals(expected.instructions(), flow.instructions());
    }
}

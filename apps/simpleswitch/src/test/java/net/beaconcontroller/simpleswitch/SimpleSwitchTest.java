package net.beaconcontroller.simpleswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.testkit.LiveController;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

class SimpleSwitchTest {
    private static final long A = 0xa;
    private static final long B = 0xb;

    private static final CookieRange COOKIES = CookieRange.of("simpleswitch");

    private final TestSwitch sw = new TestSwitch();
    private final SimpleSwitch application = new SimpleSwitch();

    private static Bytes frame(long destination, long source) {
        return Bytes.of(FrameBuilder.ethernet(destination, source)
                .type(Ethernet.TYPE_IPV4)
                .build());
    }

    private static PacketOut packetOut(long inPort, Bytes frame, long port) {
        return new PacketOut(PacketIn.NO_BUFFER, inPort, List.of(new Action.Output(port)), frame);
    }

    private static FlowMod flow(long inPort, long source, long destination, long port) {
        return FlowMod.add()
                .inPort(inPort)
                .ethSource(source)
                .ethDestination(destination)
                .cookie(COOKIES.first())
                .idleTimeoutSeconds(10)
                .output(port)
                .build();
    }

    @Test
    void floodsUntilTheDestinationIsKnownAndThenInstallsAFlow() {
        application.packetIn(sw, PacketIns.of(1, frame(B, A)));
        application.packetIn(sw, PacketIns.of(2, frame(A, B)));
        assertThat(sw.sent())
                .containsExactly(
                        packetOut(1, frame(B, A), PortNumber.FLOOD), flow(2, B, A, 1), packetOut(2, frame(A, B), 1));
    }

    @Test
    void doesNotLearnAGroupAddress() {
        application.packetIn(sw, PacketIns.of(1, frame(B, MacAddress.BROADCAST)));
        application.packetIn(sw, PacketIns.of(2, frame(MacAddress.BROADCAST, B)));
        assertThat(sw.sent())
                .containsExactly(
                        packetOut(1, frame(B, MacAddress.BROADCAST), PortNumber.FLOOD),
                        packetOut(2, frame(MacAddress.BROADCAST, B), PortNumber.FLOOD));
    }

    @Test
    void deletesTheFlowsToAHostThatMoves() {
        application.packetIn(sw, PacketIns.of(1, frame(B, A)));
        application.packetIn(sw, PacketIns.of(3, frame(B, A)));
        assertThat(sw.sent(FlowMod.class))
                .containsExactly(COOKIES.delete(sw.version()).ethDestination(A).build());
    }

    @Test
    void dropsAFrameToAHostOnItsIngressPort() {
        application.packetIn(sw, PacketIns.of(1, frame(B, A)));
        sw.clear();
        application.packetIn(sw, PacketIns.of(1, frame(A, B)));
        assertThat(sw.sent()).isEmpty();
    }

    @Test
    void forgetsTheHostsOfAPortThatGoesDown() {
        application.packetIn(sw, PacketIns.of(1, frame(B, A)));
        sw.clear();
        application.switchEvent(
                new SwitchEvent.PortDown(sw, sw.port(1).orElseThrow().withLink(false)));
        application.packetIn(sw, PacketIns.of(2, frame(A, B)));
        assertThat(sw.sent())
                .containsExactly(
                        COOKIES.delete(sw.version()).outPort(1).build(), packetOut(2, frame(A, B), PortNumber.FLOOD));
    }

    @Test
    void aHostThatInventsAddressesNeitherFillsTheTableNorDisplacesOthers() {
        application.packetIn(sw, PacketIns.of(2, frame(A, B)));
        int invented = 10_100;
        for (int i = 0; i < invented; i++) {
            application.packetIn(sw, PacketIns.of(1, frame(MacAddress.BROADCAST, 0x0200_0000_0000L + i)));
        }
        sw.clear();
        application.packetIn(sw, PacketIns.of(3, frame(0x0200_0000_0000L + invented - 1, A)));
        application.packetIn(sw, PacketIns.of(3, frame(B, A)));
        assertThat(sw.sent())
                .containsExactly(
                        packetOut(3, frame(0x0200_0000_0000L + invented - 1, A), PortNumber.FLOOD),
                        flow(3, A, B, 2),
                        packetOut(3, frame(B, A), 2));
    }

    @Test
    void connectsAllHostsOfATree() throws Exception {
        try (LiveController controller = LiveController.with("simpleswitch", new SimpleSwitch());
                Network network = controller.emulate("tree,2,2", Version.OF13)) {
            assertThat(network.pingAll(Duration.ofSeconds(10)).lost()).isEmpty();
        }
    }
}

package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Broadcasts that switch 1 has sent to its neighbours itself, in a ring of three switches with an edge each. */
class InBandBroadcastsTest {
    private static final long LOCAL_MAC = 0x0200_0000_00ffL;
    private static final long HOST_MAC = 0x0200_0000_0001L;
    private static final long HOST_IP = 0x0a00_0001L;

    private final ForwarderFixture fixture = new ForwarderFixture(Version.OF13)
            .withSwitch(1, 1)
            .withSwitch(2, 1)
            .withSwitch(3, 1)
            .withEdge(new SwitchPort(1, PortNumber.LOCAL))
            .withLink(new SwitchPort(1, 2), new SwitchPort(2, 2))
            .withLink(new SwitchPort(1, 3), new SwitchPort(3, 2))
            .withLink(new SwitchPort(2, 3), new SwitchPort(3, 3))
            .withHost(HOST_MAC, HOST_IP, new SwitchPort(3, 1));

    @BeforeEach
    void addLocalPort() {
        fixture.sw(1).setPort(Port.of(PortNumber.LOCAL, LOCAL_MAC, "s1"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void receive(long datapathId, long port, long source, long sender, long target) {
        Bytes request = Bytes.of(FrameBuilder.ethernet(MacAddress.BROADCAST, source)
                .arpRequest(sender, target)
                .build());
        fixture.receive(datapathId, PacketIn.of(port, PacketIn.NO_BUFFER, request));
    }

    @Test
    void areFloodedOnceFromTheLocalPort() {
        receive(2, 2, LOCAL_MAC, 0x0a00_0063, 0x0a00_0007);
        receive(3, 2, LOCAL_MAC, 0x0a00_0063, 0x0a00_0007);
        assertThat(fixture.outcomes())
                .containsExactlyInAnyOrder(ForwardingOutcome.FLOODED, ForwardingOutcome.NOT_FORWARDED);
        assertThat(fixture.outputs(2)).containsExactly(1L);
        assertThat(fixture.outputs(3)).containsExactly(1L);
        assertThat(fixture.outputs(1)).doesNotContain(PortNumber.LOCAL);
    }

    @Test
    void areSentToTheKnownHostThatTheyConcern() {
        receive(2, 2, LOCAL_MAC, 0x0a00_0063, HOST_IP);
        assertThat(fixture.outcomes()).containsExactly(ForwardingOutcome.UNICAST);
        assertThat(fixture.outputs(3)).containsExactly(1L);
    }

    @Test
    void ofOtherAddressesAreNotForwarded() {
        receive(2, 2, HOST_MAC, HOST_IP, 0x0a00_0007);
        assertThat(fixture.outcomes()).containsExactly(ForwardingOutcome.NOT_FORWARDED);
    }

    @Test
    void overALinkOfAnotherSwitchAreNotForwarded() {
        receive(2, 3, LOCAL_MAC, 0x0a00_0063, 0x0a00_0007);
        assertThat(fixture.outcomes()).containsExactly(ForwardingOutcome.NOT_FORWARDED);
    }

    @Test
    void thatClaimTheAddressOfAnotherHostAreNotForwarded() {
        receive(2, 2, LOCAL_MAC, HOST_IP, 0x0a00_0007);
        assertThat(fixture.outcomes()).containsExactly(ForwardingOutcome.NOT_FORWARDED);
    }
}

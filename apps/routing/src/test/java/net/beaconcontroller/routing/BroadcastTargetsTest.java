package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** ARP requests for an address whose owner is known: switches 1 and 2 are linked, and switch 3 has no link. */
class BroadcastTargetsTest {
    private static final long SOURCE = 0x0200_0000_0001L;
    private static final long OWNER = 0x0200_0000_0002L;
    private static final long ADDRESS = 0x0a00_0002L;

    private final ForwarderFixture fixture = new ForwarderFixture(Version.OF13)
            .withSwitch(1, 3)
            .withSwitch(2, 3)
            .withSwitch(3, 3)
            .withLink(new SwitchPort(1, 3), new SwitchPort(2, 3))
            .withHost(SOURCE, 0x0a00_0001L, new SwitchPort(1, 1));

    @AfterEach
    void close() {
        fixture.close();
    }

    private void request() {
        byte[] frame = FrameBuilder.ethernet(MacAddress.BROADCAST, SOURCE)
                .arp(Arp.REQUEST, SOURCE, 0x0a00_0001L, 0, ADDRESS)
                .build();
        fixture.receive(1, PacketIn.of(1, PacketIn.NO_BUFFER, Bytes.of(frame)));
    }

    private void assertIsFlooded() {
        assertThat(fixture.outcomes()).containsExactly(ForwardingOutcome.FLOODED);
        assertThat(fixture.outputs(1)).containsExactly(2L);
    }

    @Test
    void areSentToTheOwner() {
        fixture.withHost(OWNER, ADDRESS, new SwitchPort(2, 1));
        request();
        assertThat(fixture.outcomes()).containsExactly(ForwardingOutcome.UNICAST);
        assertThat(fixture.outputs(2)).containsExactly(1L);
        assertThat(fixture.outputs(1)).isEmpty();
    }

    @Test
    void areFloodedIfTheOwnerIsDetached() {
        fixture.withDetachedHost(OWNER, ADDRESS);
        request();
        assertIsFlooded();
    }

    @Test
    void areFloodedIfThereIsNoPathToTheOwner() {
        fixture.withHost(OWNER, ADDRESS, new SwitchPort(3, 1));
        request();
        assertIsFlooded();
    }

    @Test
    void areFloodedIfTheSwitchOfTheOwnerHasLostItsConnection() {
        fixture.withHost(OWNER, ADDRESS, new SwitchPort(2, 1)).withoutConnectionTo(2);
        request();
        assertIsFlooded();
    }
}

package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologySnapshot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of the packets that are held until discovery has classified their port. */
class HeldPacketsTest {
    private static final long UNSETTLED_PORT = 9;
    private static final Duration MAX_AGE = Duration.ofSeconds(3);

    private final ForwarderFixture fixture = new ForwarderFixture(Version.OF13)
            .withSwitch(1, 2)
            .withSwitch(2, 2)
            .withHost(1, 7, new SwitchPort(1, 1))
            .withHost(2, 8, new SwitchPort(1, UNSETTLED_PORT));

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Passes a packet that was received a time ago at a port that discovery has not classified. */
    private void hold(long datapathId, Duration age) {
        fixture.receive(
                datapathId,
                System.nanoTime() - age.toNanos(),
                PacketIn.of(UNSETTLED_PORT, PacketIn.NO_BUFFER, Frames.udp(1, 2, 1, 2)));
    }

    private long held() {
        return fixture.count(ForwardingOutcome.HELD);
    }

    private long dropped() {
        return fixture.count(ForwardingOutcome.UNSETTLED);
    }

    @Test
    void countsThoseThatAreDroppedBecauseNothingWasDecided() {
        hold(1, MAX_AGE);
        assertThat(List.of(held(), dropped())).containsExactly(1L, 0L);
        assertThat(fixture.forwarder().heldCount()).isEqualTo(1);
        fixture.sw(1).elapse(MAX_AGE);
        assertThat(fixture.forwarder().heldCount()).isZero();
        assertThat(List.of(held(), dropped())).containsExactly(1L, 1L);
    }

    @Test
    void countsThoseOfASwitchThatDisconnects() {
        hold(1, Duration.ZERO);
        hold(1, Duration.ZERO);
        hold(2, Duration.ZERO);
        fixture.forwarder().switchEvent(new SwitchEvent.Disconnected(fixture.sw(1)));
        assertThat(List.of(held(), dropped())).containsExactly(3L, 2L);
        assertThat(fixture.forwarder().heldCount()).isEqualTo(1);
    }

    @Test
    void dropsEachInItsTime() {
        hold(1, Duration.ZERO);
        fixture.sw(1).elapse(MAX_AGE);
        assertThat(dropped()).isZero();
        hold(1, MAX_AGE.negated());
        assertThat(dropped()).isEqualTo(1);
        fixture.sw(1).elapse(MAX_AGE);
        assertThat(List.of(held(), dropped())).containsExactly(2L, 1L);
    }

    @Test
    void thoseThatAreReleasedAreNotCountedAsDropped() {
        hold(1, Duration.ZERO);
        TopologySnapshot before = fixture.topology().snapshot();
        fixture.withEdge(new SwitchPort(1, UNSETTLED_PORT));
        fixture.forwarder()
                .topologyChanged(
                        TopologyChange.between(before, fixture.topology().snapshot()));
        assertThat(fixture.outputs(1)).containsExactly(PortNumber.TABLE);
        fixture.sw(1).elapse(MAX_AGE);
        assertThat(List.of(held(), dropped())).containsExactly(1L, 0L);
    }

    @Test
    void countsWhatEachHasWaitedFor() {
        // the host is attached to another port
        fixture.receive(
                1,
                System.nanoTime() - MAX_AGE.toNanos(),
                PacketIn.of(2, PacketIn.NO_BUFFER, Frames.udp(MacAddress.BROADCAST, 1, 1, 2)));
        fixture.sw(1).elapse(MAX_AGE);
        assertThat(fixture.outcomes())
                .containsExactlyInAnyOrder(ForwardingOutcome.HELD, ForwardingOutcome.SOURCE_ELSEWHERE);
    }
}

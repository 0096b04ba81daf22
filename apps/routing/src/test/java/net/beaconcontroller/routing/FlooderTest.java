package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

/** The rates of floods. */
class FlooderTest {
    private static final int TYPE = 0x88b6;
    private static final long MULTICAST = 0x0100_5e00_0101L;
    private static final long SOURCE = 0x0200_0000_0001L;
    private static final Map<String, String> FAST = Map.of("flood-rate", "1000000", "port-flood-rate", "2");

    private final long now = System.nanoTime();
    private int frames;

    /** Returns a frame that is different from all others. */
    private PacketIn packetIn(long port, long destination) {
        frames++;
        byte[] frame = FrameBuilder.ethernet(destination, SOURCE)
                .type(TYPE)
                .payload((byte) (frames >> 16), (byte) (frames >> 8), (byte) frames)
                .build();
        return PacketIn.of(port, PacketIn.NO_BUFFER, Bytes.of(frame));
    }

    private void send(ForwarderFixture fixture, long port, long destination, int count) {
        for (int i = 0; i < count; i++) {
            fixture.receive(1, now, packetIn(port, destination));
        }
    }

    @Test
    void multicastsHaveABudgetOfTheirOwn() {
        try (var fixture = new ForwarderFixture(Version.OF13).withSwitch(1, 3)) {
            send(fixture, 1, MULTICAST, 150);
            assertThat(fixture.count(ForwardingOutcome.FLOODED)).isEqualTo(100);
            assertThat(fixture.count(ForwardingOutcome.MULTICAST_LIMITED)).isEqualTo(50);
            send(fixture, 1, MacAddress.BROADCAST, 50);
            send(fixture, 1, 0x0200_0000_0002L, 50);
            assertThat(fixture.count(ForwardingOutcome.FLOODED)).isEqualTo(200);
            assertThat(fixture.count(ForwardingOutcome.RATE_LIMITED)).isZero();
        }
    }

    @Test
    void broadcastsLeaveTheBudgetOfMulticastsAlone() {
        try (var fixture = new ForwarderFixture(Version.OF13).withSwitch(1, 3)) {
            fixture.start(Map.of("port-multicast-rate", "7"));
            send(fixture, 1, MacAddress.BROADCAST, 150);
            assertThat(fixture.count(ForwardingOutcome.RATE_LIMITED)).isEqualTo(50);
            send(fixture, 1, MULTICAST, 10);
            assertThat(fixture.count(ForwardingOutcome.MULTICAST_LIMITED)).isEqualTo(3);
        }
    }

    @Test
    void manyPortsDoNotRenewTheBudgetOfAnother() {
        var sw = new TestSwitch();
        var rates = new Flooder.Rates(1, 1, 1, 1, 1);
        var counters = new EnumCounters<>(ForwardingOutcome.class);
        try (var fixture = new ForwarderFixture(Version.OF13);
                var flooder =
                        new Flooder(new TestController(sw), fixture.topology(), ReachFilter.ALL, rates, counters)) {
            var port = new SwitchPort(1, 1);
            assertThat(flooder.mayCopy(sw, port, now)).isTrue();
            for (int other = 2; other < 200_000; other++) {
                assertThat(flooder.mayCopy(sw, new SwitchPort(1, other), now)).isTrue();
            }
            assertThat(flooder.mayCopy(sw, port, now)).isFalse();
        }
    }

    @Test
    void onlyAPortThatIsRemovedLosesItsBudget() {
        try (var fixture = new ForwarderFixture(Version.OF13).withSwitch(1, 4)) {
            fixture.start(FAST);
            Port port = fixture.sw(1).port(1).orElseThrow();
            send(fixture, 1, MacAddress.BROADCAST, 3);
            assertThat(fixture.count(ForwardingOutcome.RATE_LIMITED)).isEqualTo(1);
            fixture.forwarder().switchEvent(new SwitchEvent.PortDown(fixture.sw(1), port));
            fixture.sw(1).elapse(Duration.ofMinutes(1));
            send(fixture, 1, MacAddress.BROADCAST, 1);
            assertThat(fixture.count(ForwardingOutcome.RATE_LIMITED)).isEqualTo(2);
            fixture.sw(1).removePort(1);
            fixture.forwarder().switchEvent(new SwitchEvent.PortDown(fixture.sw(1), port));
            fixture.sw(1).elapse(Duration.ofMinutes(1));
            send(fixture, 1, MacAddress.BROADCAST, 1);
            assertThat(fixture.count(ForwardingOutcome.RATE_LIMITED)).isEqualTo(2);
        }
    }
}

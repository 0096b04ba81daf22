package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Packets of which a switch sends only the beginning: its buffer has the whole packet, or it is lost. */
class TruncatedPacketsTest {
    private static final long A = 0x02000000000aL;
    private static final long HERE = 0x02000000000bL;
    private static final long THERE = 0x02000000000cL;
    private static final long BUFFER = 7;

    private final ForwarderFixture fixture = new ForwarderFixture(Version.OF13)
            .withSwitch(1, 3)
            .withSwitch(2, 3)
            .withLink(new SwitchPort(1, 4), new SwitchPort(2, 4))
            .withHost(A, 0, new SwitchPort(1, 1))
            .withHost(HERE, 0, new SwitchPort(1, 2))
            .withHost(THERE, 0, new SwitchPort(2, 2));

    @AfterEach
    void close() {
        fixture.close();
    }

    private static PacketIn packetIn(long destination, long bufferId) {
        return packetIn(destination, bufferId, 100);
    }

    private static PacketIn packetIn(long destination, long bufferId, int missing) {
        Bytes frame = Bytes.of(
                FrameBuilder.ethernet(destination, A).type(0x88b6).zeros(46).build());
        return new PacketIn(bufferId, frame.length() + missing, 0, 0, -1, Match.ofInPort(1), frame);
    }

    private static PacketOut sentByBuffer(long port) {
        return new PacketOut(BUFFER, 1, List.of(new Action.Output(port)), Bytes.EMPTY);
    }

    private static PacketOut discarded() {
        return new PacketOut(BUFFER, 1, List.of(), Bytes.EMPTY);
    }

    @Test
    void installTheirFlowOnTheSwitch() {
        fixture.receive(1, packetIn(HERE, PacketIn.NO_BUFFER), packetIn(HERE, BUFFER));
        assertThat(fixture.sw(1).sent(FlowMod.class))
                .extracting(FlowMod::bufferId)
                .containsExactly(PacketIn.NO_BUFFER, BUFFER);
        assertThat(fixture.sw(1).sent(PacketOut.class)).isEmpty();
        assertThat(fixture.sw(1).counters().unsendable()).isEqualTo(1);
    }

    @Test
    void installTheirPath() {
        fixture.receive(1, packetIn(THERE, PacketIn.NO_BUFFER));
        assertThat(fixture.sw(2).sent(FlowMod.class)).hasSize(1);
        assertThat(fixture.sw(1).sent(PacketOut.class)).isEmpty();
        assertThat(fixture.sw(1).counters().unsendable()).isEqualTo(1);
        fixture.receive(1, packetIn(THERE, BUFFER));
        assertThat(fixture.sw(1).sent(PacketOut.class)).containsExactly(sentByBuffer(4));
    }

    @Test
    void thatHaveOvertakenTheirPathFollowItFromWhereTheyAre() {
        fixture.receive(1, packetIn(THERE, PacketIn.NO_BUFFER));
        Bytes frame = packetIn(THERE, BUFFER).data();
        fixture.receive(2, new PacketIn(BUFFER, frame.length() + 1, 0, 0, -1, Match.ofInPort(4), frame));
        assertThat(fixture.sw(2).sent(PacketOut.class))
                .containsExactly(new PacketOut(BUFFER, 4, List.of(new Action.Output(2)), Bytes.EMPTY));
    }

    @Test
    void areSentWithoutAFlowOnlyFromTheBuffer() {
        fixture.start(Map.of("port-flows", "1"));
        fixture.receive(1, packetIn(HERE, BUFFER), packetIn(HERE, BUFFER));
        fixture.sw(1).reply(new AggregateStats(Stats.ofFlows(0, 0, 2)));
        fixture.sw(1).clear();
        fixture.receive(1, packetIn(HERE, PacketIn.NO_BUFFER), packetIn(HERE, BUFFER));
        assertThat(fixture.sw(1).sent()).containsExactly(sentByBuffer(2));
        assertThat(fixture.count(ForwardingOutcome.WITHOUT_FLOW)).isEqualTo(2);
        fixture.receive(1, packetIn(THERE, PacketIn.NO_BUFFER));
        assertThat(fixture.count(ForwardingOutcome.TRUNCATED)).isEqualTo(1);
    }

    @Test
    void areNotFlooded() {
        fixture.receive(1, packetIn(MacAddress.BROADCAST, PacketIn.NO_BUFFER), packetIn(MacAddress.BROADCAST, BUFFER));
        assertThat(fixture.count(ForwardingOutcome.TRUNCATED)).isEqualTo(2);
        assertThat(fixture.sw(1).sent(PacketOut.class)).containsExactly(discarded());
    }

    @Test
    void theBufferOfAPacketThatAnotherSwitchSendsIsReleased() {
        fixture.receive(1, packetIn(THERE, BUFFER, 0));
        assertThat(fixture.outputs(2)).containsExactly(2L);
        assertThat(fixture.sw(1).sent(PacketOut.class)).containsExactly(discarded());
        fixture.sw(1).clear();
        fixture.receive(1, packetIn(MacAddress.BROADCAST, BUFFER, 0));
        assertThat(fixture.sw(1).sent(PacketOut.class)).contains(discarded());
    }
}

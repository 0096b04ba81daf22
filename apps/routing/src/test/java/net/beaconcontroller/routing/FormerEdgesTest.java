package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologySnapshot;
import org.junit.jupiter.api.Test;

/** What becomes of the flows at ports that are no longer edges. */
class FormerEdgesTest {
    @Test
    void theFlowsToAndFromAPortThatIsNoLongerAnEdgeAreDeleted() {
        try (var fixture = new ForwarderFixture(Version.OF13).withSwitch(1, 2).withSwitch(2, 1)) {
            TopologySnapshot before = fixture.topology().snapshot();
            fixture.withLink(new SwitchPort(1, 2), new SwitchPort(2, 1));
            TopologySnapshot after = fixture.topology().snapshot();
            fixture.forwarder().topologyChanged(TopologyChange.between(before, after));
            assertThat(fixture.sw(1).sent(FlowMod.class))
                    .allMatch(flow -> flow.command() == FlowMod.Command.DELETE && flow.cookieMask() != 0)
                    .anyMatch(flow -> flow.outPort() == 2 && flow.match().equals(Match.ANY))
                    .anyMatch(flow ->
                            flow.outPort() == PortNumber.ANY && flow.match().equals(Match.of(Field.IN_PORT.is(2))))
                    .hasSize(2);
        }
    }

    @Test
    void pathsOverANewLinkBetweenFormerEdgesRemain() {
        try (var fixture = new ForwarderFixture(Version.OF13)
                .withSwitch(1, 4)
                .withSwitch(2, 4)
                .withSwitch(3, 0)
                .withLink(new SwitchPort(1, 5), new SwitchPort(3, 1))
                .withLink(new SwitchPort(2, 5), new SwitchPort(3, 2))
                .withHost(1, 7, new SwitchPort(1, 1))
                .withHost(2, 8, new SwitchPort(2, 1))) {
            fixture.receive(1, PacketIn.of(1, PacketIn.NO_BUFFER, Frames.udp(2, 1, 1, 2)));
            TopologySnapshot before = fixture.topology().snapshot();
            fixture.withLink(new SwitchPort(1, 4), new SwitchPort(2, 4));
            TopologySnapshot after = fixture.topology().snapshot();
            fixture.forwarder().topologyChanged(TopologyChange.between(before, after));
            assertThat(fixture.sw(1).sent(FlowMod.class)).last().satisfies(last -> {
                assertThat(last.command()).isEqualTo(FlowMod.Command.ADD);
                assertThat(last.instructions())
                        .containsExactly(new Instruction.ApplyActions(List.of(new Action.Output(4))));
            });
        }
    }
}

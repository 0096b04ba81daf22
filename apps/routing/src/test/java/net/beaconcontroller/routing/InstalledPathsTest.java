package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InstalledPathsTest {
    private static final FlowKey FLOW = new FlowKey(FlowKey.FIRST_TABLE, VlanId.NONE, 1, 2);
    private static final SwitchPort FROM = new SwitchPort(1, 1);
    private static final SwitchPort MIDDLE = new SwitchPort(2, 2);
    private static final SwitchPort TO = new SwitchPort(3, 1);

    private final TestSwitch[] switches = {
        new TestSwitch(1, Version.OF13), new TestSwitch(2, Version.OF13), new TestSwitch(3, Version.OF13)
    };
    private final InstalledPaths paths = new InstalledPaths(new TestController(switches));
    private final ShortestPaths engine = new ShortestPaths(LinkWeights.HOPS);
    private final TopologySnapshot topology = TopologySnapshot.of(
            1,
            List.of(1L, 2L, 3L),
            Set.of(FROM, TO),
            List.of(link(new SwitchPort(1, 2), MIDDLE), link(new SwitchPort(2, 3), new SwitchPort(3, 2))));

    private static Link link(SwitchPort from, SwitchPort to) {
        return new Link(from, to, Link.Kind.DIRECT);
    }

    private @Nullable InstalledPath install(FlowKey flow, SwitchPort from, Supplier<@Nullable SwitchPort> to) {
        return paths.install(flow, from, to, () -> engine.routes(topology));
    }

    private static List<FlowMod.Command> commands(TestSwitch sw) {
        return sw.sent(FlowMod.class).stream().map(FlowMod::command).toList();
    }

    @Test
    void aPacketThatOvertakesTheFlowsOfItsPathGetsNoPathOfItsOwn() {
        InstalledPath path = install(FLOW, FROM, () -> TO);
        switches[1].clear();
        assertThat(install(FLOW, MIDDLE, () -> TO)).isEqualTo(path);
        assertThat(paths.size()).isOne();
        assertThat(commands(switches[1])).containsExactly(FlowMod.Command.ADD);
    }

    @Test
    void aPathReplacesTheOneThatBeginsInTheMiddleOfIt() {
        install(FLOW, MIDDLE, () -> TO);
        install(FLOW, FROM, () -> TO);
        assertThat(paths.size()).isOne();
        paths.remove(VlanId.NONE, 1);
        assertThat(paths.size()).isZero();
    }

    @Test
    void aRefusedFlowFreesItsPathAndTheFlowsInOtherSwitches() {
        long cookie = Objects.requireNonNull(install(FLOW, FROM, () -> TO)).cookie();
        paths.refused(4, cookie);
        assertThat(paths.size()).isOne();
        paths.refused(2, cookie);
        assertThat(paths.size()).isZero();
        assertThat(commands(switches[0])).containsExactly(FlowMod.Command.ADD, FlowMod.Command.DELETE_STRICT);
    }

    @Test
    void theAttachmentOfTheDestinationIsReadUnderTheLock() {
        install(FLOW, FROM, () -> {
            assertThat(Thread.holdsLock(paths)).isTrue();
            return TO;
        });
        assertThat(install(FLOW, FROM, () -> null)).isNull();
    }

    @Test
    void aSwitchOfOneTableGetsNoFlowForAnother() {
        install(new FlowKey(1, VlanId.NONE, 1, 2), FROM, () -> TO);
        assertThat(paths.size()).isOne();
        paths.remove(VlanId.NONE, 1);
        assertThat(switches).allSatisfy(sw -> assertThat(sw.sent()).isEmpty());
    }

    @Test
    void theHeaviestPathsAreThoseOfThePortWithMostOfThem() {
        install(FLOW, TO, () -> FROM);
        for (int destination = 10; destination < 13; destination++) {
            install(new FlowKey(FlowKey.FIRST_TABLE, VlanId.NONE, 1, destination), FROM, () -> TO);
        }
        assertThat(paths.heaviest(2)).hasSize(3).allMatch(path -> path.ingress().equals(FROM));
        paths.removeAll(paths.heaviest(2));
        assertThat(paths.size()).isZero();
        assertThat(paths.heaviest(2)).isEmpty();
    }
}

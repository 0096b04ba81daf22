package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.routing.FlowBudget.Grant;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlowBudgetTest {
    private final TestSwitch sw = new TestSwitch(1, Version.OF13);
    private final InstalledPaths paths = new InstalledPaths(new TestController(sw));
    private final long now = System.nanoTime();

    private FlowBudget budget(int flows, int pathRate, int packetRate) {
        return new FlowBudget(new FlowBudget.Limits(flows, pathRate, packetRate), paths, Threads.system());
    }

    private static AggregateStats count(long flows) {
        return new AggregateStats(Stats.ofFlows(0, 0, flows));
    }

    private static void take(FlowBudget budget, TestSwitch sw, long port, int times, long now) {
        for (int i = 0; i < times; i++) {
            assertThat(budget.takeFlow(sw, port, now)).isEqualTo(Grant.FLOW);
        }
    }

    @Test
    void flowsBeyondTheLimitAreForwardedByTheControllerAtABoundedRate() {
        FlowBudget budget = budget(3, 1, 2);
        take(budget, sw, 1, 5, now);
        assertThat(sw.sent(AggregateStats.Request.class))
                .singleElement()
                .satisfies(request -> assertThat(request.match().inPort()).isOne());
        sw.reply(count(5));
        assertThat(List.of(budget.takeFlow(sw, 1, now), budget.takeFlow(sw, 1, now), budget.takeFlow(sw, 1, now)))
                .containsExactly(Grant.PACKET_OUT, Grant.PACKET_OUT, Grant.NONE);
        assertThat(budget.takeFlow(sw, 2, now)).as("another port").isEqualTo(Grant.FLOW);
    }

    @Test
    void eachPortHasABudgetOfItsOwn() {
        FlowBudget budget = budget(3, 1, 1);
        long high = 1 << 16;
        take(budget, sw, high + 1, 5, now);
        sw.reply(count(5));
        assertThat(budget.takeFlow(sw, high + 1, now)).isEqualTo(Grant.PACKET_OUT);
        assertThat(budget.takeFlow(sw, high + 2, now)).isEqualTo(Grant.FLOW);
        assertThat(budget.takeFlow(sw, PortNumber.LOCAL, now)).isEqualTo(Grant.FLOW);
    }

    @Test
    void theBudgetOfAPortThatIsRemovedIsForgotten() {
        FlowBudget budget = budget(3, 1, 1);
        for (long port : new long[] {1, 70_000}) {
            take(budget, sw, port, 5, now);
            sw.reply(count(5));
            budget.portRemoved(port);
            assertThat(budget.takeFlow(sw, port, now)).isEqualTo(Grant.FLOW);
        }
        budget.portRemoved(3);
        budget.portRemoved(80_000);
    }

    @Test
    void flowsThatHaveExpiredDoNotCount() {
        FlowBudget budget = budget(3, 1, 1);
        take(budget, sw, 1, 4, now);
        sw.reply(count(1));
        take(budget, sw, 1, 3, now);
        assertThat(sw.sent(AggregateStats.Request.class)).hasSize(2);
    }

    @Test
    void pathsBeyondTheRateAreForwardedByTheController() {
        FlowBudget budget = budget(100, 2, 1);
        assertThat(List.of(
                        budget.takePath(sw, 1, now),
                        budget.takePath(sw, 1, now),
                        budget.takePath(sw, 1, now),
                        budget.takePath(sw, 1, now)))
                .containsExactly(Grant.FLOW, Grant.FLOW, Grant.PACKET_OUT, Grant.NONE);
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void aFullTableEndsTheFlowsOfThePortWithMostOfThem(Version version) {
        var full = new TestSwitch(1, version);
        FlowBudget budget = budget(1_000, 1, 100);
        take(budget, full, 1, 10, now);
        take(budget, full, 2, 200, now);
        FlowMod refused = FlowMod.add().cookie(paths.localCookie()).build();
        var first = Bytes.of(Messages.encode(refused, version, 7), 0, ErrorMessage.DATA_LENGTH);
        budget.refused(
                full, new ErrorMessage(ErrorCode.TABLE_FULL.type(version), ErrorCode.TABLE_FULL.code(version), first));

        assertThat(budget.takeFlow(full, 1, now)).isEqualTo(Grant.PACKET_OUT);
        if (version != Version.OF10) {
            assertThat(full.sent(FlowMod.class)).singleElement().satisfies(delete -> {
                assertThat(delete.command()).isEqualTo(FlowMod.Command.DELETE);
                assertThat(delete.match().of(Field.IN_PORT)).contains(Field.IN_PORT.is(2));
            });
        }
        long later = now + 5_000_000_000L;
        assertThat(budget.takeFlow(full, 1, later)).isEqualTo(Grant.FLOW);
        assertThat(budget.takeFlow(full, 2, later)).isEqualTo(version == Version.OF10 ? Grant.FLOW : Grant.PACKET_OUT);
    }
}

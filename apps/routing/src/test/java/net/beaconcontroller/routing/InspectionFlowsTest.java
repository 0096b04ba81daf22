package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectionFlowsTest {
    private static final Match ARP = Match.of(Field.ETH_TYPE.is(Ethernet.TYPE_ARP));

    private final TestSwitch sw = new TestSwitch();
    private final TestSwitch other = new TestSwitch(2, Version.OF10);
    private final InspectionFlows inspection = new InspectionFlows(new TestController(sw, other), true);

    private static List<Integer> tables(TestSwitch of) {
        return of.sent(FlowMod.class).stream()
                .filter(flow -> flow.match().equals(ARP))
                .map(FlowMod::tableId)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"OF10, 1", "OF12, 4", "OF13, 4", "OF15, 4"})
    void areAddedWhenASwitchConnects(Version version, int count) {
        var connected = new TestSwitch(3, version);
        inspection.connected(connected);
        assertThat(connected.sent(FlowMod.class))
                .hasSize(count)
                .allMatch(flow -> flow.priority() > FlowEntry.PRIORITY && flow.idleTimeout() == 0)
                .anyMatch(flow -> flow.match().equals(ARP));
    }

    @Test
    void areAddedAgainWhenOthersDeleteThem() {
        inspection.connected(sw);
        sw.clear();
        inspection.flowRemoved(sw, removed(FlowEntry.INSPECTION_COOKIE));
        assertThat(tables(sw)).containsExactly(0);
        inspection.flowRemoved(sw, removed(FlowEntry.COOKIES.cookie(1)));
        assertThat(tables(sw)).containsExactly(0);
    }

    private static FlowRemoved removed(long cookie) {
        return new FlowRemoved(cookie, InspectionFlows.PRIORITY, 2, 0, 0, 0, Stats.of(1, 0, 0, 0), ARP);
    }

    @Test
    void areNotAddedToATableThatASwitchDoesNotHave() {
        inspection.connected(sw);
        inspection.extendTo(1);
        assertThat(tables(sw)).containsExactly(0);
    }

    @ParameterizedTest
    @CsvSource({"OF10", "OF13"})
    void areDeletedWithTheApplication(Version version) {
        var connected = new TestSwitch(3, version);
        new InspectionFlows(new TestController(connected), true).close();
        assertThat(connected.sent(FlowMod.class)).singleElement().satisfies(delete -> {
            assertThat(delete.outPort()).isGreaterThan(0xffff_ff00L);
            if (version == Version.OF10) {
                assertThat(delete.match()).isEqualTo(ARP);
                assertThat(delete.priority()).isEqualTo(InspectionFlows.PRIORITY);
            } else {
                assertThat(delete.cookie()).isEqualTo(FlowEntry.INSPECTION_COOKIE);
                assertThat(delete.cookieMask()).isEqualTo(-1);
            }
        });
    }

    @Test
    void areAbsentIfTurnedOff() {
        var off = new InspectionFlows(new TestController(sw), false);
        off.connected(sw);
        off.extendTo(1);
        assertThat(sw.sent()).isEmpty();
    }
}

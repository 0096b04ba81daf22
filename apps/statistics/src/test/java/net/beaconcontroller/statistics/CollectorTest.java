package net.beaconcontroller.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

/** When the collector requests what, in virtual time. */
class CollectorTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void readsThePortsAtEachIntervalAndTheRestLessOften() {
        var fixture = new CollectorFixture(new TestSwitch());
        fixture.elapse(MINUTE);
        assertThat(fixture.count(PortStats.Request.class)).isBetween(6L, 8L);
        assertThat(fixture.count(FlowStats.Request.class)).isBetween(2L, 4L);
        assertThat(fixture.count(QueueStats.Request.class)).isBetween(2L, 4L);
        List<Double> seconds = fixture.secondsOf(PortStats.Request.class);
        assertThat(seconds.get(3) - seconds.get(2)).isCloseTo(10, within(0.2));
    }

    @Test
    void readsTheSizesOfTheTablesOnce() {
        var fixture = new CollectorFixture(new TestSwitch());
        fixture.elapse(MINUTE.multipliedBy(5));
        assertThat(fixture.count(TableStats.Request.class)).isGreaterThan(8);
        assertThat(fixture.count(TableFeatures.Request.class)).isEqualTo(1);
    }

    @Test
    void sendsTheNextRequestAfterTheReplyToTheLastOne() {
        var fixture = new CollectorFixture(new TestSwitch());
        fixture.reply((_, _) -> null);
        fixture.elapse(MINUTE);
        assertThat(fixture.received()).hasSize(1);
    }

    @Test
    void spreadsTheRequestsToManySwitchesEvenly() {
        int switches = 200;
        var fixture = new CollectorFixture(LongStream.rangeClosed(1, switches)
                .mapToObj(id -> new TestSwitch(id, Version.OF13))
                .toArray(TestSwitch[]::new));
        fixture.elapse(Duration.ofSeconds(20));
        fixture.received().clear();
        fixture.elapse(Duration.ofSeconds(10));
        Map<Long, Long> byTurn = fixture.received().stream()
                .filter(each -> each.request() instanceof PortStats.Request)
                .collect(Collectors.groupingBy(CollectorFixture.Received::nanos, Collectors.counting()));
        // 200 switches in 100 turns
        assertThat(byTurn.values().stream().mapToLong(Long::longValue).sum()).isBetween(195L, 205L);
        assertThat(byTurn.values()).allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(4));
        assertThat(byTurn).hasSizeGreaterThan(80);
    }

    @Test
    void readsASlowSwitchLessOftenAndAFastOneAsBefore() {
        var fixture = new CollectorFixture(new TestSwitch());
        fixture.replyAfter(Duration.ofSeconds(1));
        fixture.elapse(MINUTE.multipliedBy(20));
        int requests = fixture.received().size();
        // one second for each request, at most a twentieth of 20 minutes
        assertThat(requests).isBetween(40, 60);
        assertThat(fixture.collector.collection().getFirst().replyTime()).isEqualTo(Duration.ofSeconds(1));
        assertThat(fixture.collector.collection().getFirst().interval()).isGreaterThan(Duration.ofSeconds(20));
        fixture.replyAfter(Duration.ZERO);
        fixture.elapse(MINUTE.multipliedBy(2));
        assertThat(fixture.collector.collection().getFirst().interval())
                .isBetween(Duration.ofMillis(9_800), Duration.ofMillis(10_200));
    }

    @Test
    void doesNotRequestAgainWhatASwitchHasRefused() {
        var fixture = new CollectorFixture(new TestSwitch());
        fixture.reply((_, request) -> request instanceof MeterStats.Request
                ? CollectorFixture.error()
                : CollectorFixture.emptyReply(request));
        fixture.elapse(MINUTE.multipliedBy(3));
        assertThat(fixture.count(MeterStats.Request.class)).isEqualTo(1);
        assertThat(fixture.count(GroupStats.Request.class)).isGreaterThan(4);
        assertThat(fixture.collector.collection().getFirst().refused()).containsExactly("meters");
        assertThat(fixture.collector.requests()).containsEntry(Outcome.REFUSED, 1L);
    }

    @Test
    void doesNotRequestWhatTheVersionDoesNotHave() {
        var fixture = new CollectorFixture(new TestSwitch(1, Version.OF10));
        fixture.elapse(MINUTE);
        assertThat(fixture.count(QueueStats.Request.class)).isPositive();
        assertThat(fixture.collector.collection().getFirst().refused())
                .containsExactly("table sizes", "groups", "meters");
    }

    @Test
    void leavesASwitchThatDoesNotReplyAloneForLongerThanTheTimeout() {
        var fixture = new CollectorFixture(new TestSwitch());
        fixture.reply((_, _) -> null);
        fixture.elapse(Duration.ofSeconds(11));
        fixture.sw.fail(new TimeoutException());
        fixture.elapse(MINUTE);
        assertThat(fixture.received()).hasSize(1);
        assertThat(fixture.collector.collection().getFirst().timeouts()).isEqualTo(1);
        fixture.elapse(MINUTE.multipliedBy(3));
        assertThat(fixture.received()).hasSize(2);
    }

    @Test
    void countsTheFlowsButDoesNotReadThemIfThereAreTooMany() {
        var fixture = new CollectorFixture(Map.of("flow-limit", "5"), new TestSwitch());
        fixture.reply((_, request) -> request instanceof AggregateStats.Request
                ? new AggregateStats(Stats.ofFlows(1, 1, 6))
                : CollectorFixture.emptyReply(request));
        fixture.elapse(MINUTE);
        assertThat(fixture.count(FlowStats.Request.class)).isZero();
        CollectionState state = fixture.collector.collection().getFirst();
        assertThat(state.flows()).isEqualTo(6);
        assertThat(state.skippedFlows()).isEqualTo(6);
    }

    @Test
    void keepsNoMoreFlowsThanTheLimitOfASwitchThatReportsMore() {
        var fixture = new CollectorFixture(Map.of("flow-limit", "5"), new TestSwitch());
        fixture.reply((_, request) -> request instanceof FlowStats.Request
                ? new FlowStats.Reply(IntStream.rangeClosed(1, 50)
                        .mapToObj(port -> Counted.flow("in_port=" + port, 100, fixture.nowNanos() / 1_000_000))
                        .toList())
                : CollectorFixture.emptyReply(request));
        fixture.elapse(MINUTE.multipliedBy(2));
        assertThat(fixture.collector.topFlows(1)).hasSize(5);
    }

    @Test
    void forgetsASwitchThatHasDisconnected() {
        var fixture = new CollectorFixture(new TestSwitch(), new TestSwitch(2, Version.OF13));
        fixture.reply((_, request) -> request instanceof PortStats.Request
                ? new PortStats.Reply(List.of(Counted.port(1, 0, 0)))
                : CollectorFixture.emptyReply(request));
        fixture.elapse(MINUTE);
        long bytes = fixture.collector.historyBytes();
        fixture.disconnect();
        fixture.elapse(Duration.ofSeconds(1));
        assertThat(fixture.collector.collection())
                .extracting(CollectionState::datapathId)
                .containsExactly(2L);
        assertThat(fixture.collector.ports()).extracting(PortRate::datapathId).containsExactly(2L);
        assertThat(fixture.collector.historyBytes()).isEqualTo(bytes / 2);
    }

    @Test
    void refusesAWrongSetting() {
        assertThatThrownBy(() -> new CollectorFixture(Map.of("port-load", "120"), new TestSwitch()))
                .hasMessage("port-load = 120: needs a whole number from 1 to 100, or off");
    }
}

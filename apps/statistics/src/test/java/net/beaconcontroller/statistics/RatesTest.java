package net.beaconcontroller.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

/** The rates of the counters of switches, in virtual time. */
class RatesTest {
    private static final Duration INTERVALS = Duration.ofSeconds(32);

    private final TestSwitch sw = new TestSwitch();
    private final CollectorFixture fixture = new CollectorFixture(sw);

    private double seconds() {
        return fixture.nowNanos() / 1e9;
    }

    private PortRate rate() {
        return fixture.collector.port(1, 1).orElseThrow();
    }

    /** Replies to one type of request. */
    private void reply(Class<? extends Message> type, Supplier<Message> reply) {
        fixture.reply((_, request) -> type.isInstance(request) ? reply.get() : CollectorFixture.emptyReply(request));
    }

    /** Reports a port that receives 1,000 packets of 100 bytes a second. */
    private void reportPort(double ageBefore) {
        reply(
                PortStats.Request.class,
                () -> new PortStats.Reply(List.of(Counted.port(1, ageBefore + seconds(), (long) (1_000 * seconds())))));
    }

    @Test
    void ratesAreTheIncreaseOfTheCountersPerSecond() {
        reportPort(100.5);
        fixture.elapse(INTERVALS);
        assertThat(rate().receivedBits()).isCloseTo(800_000, within(1.0));
        assertThat(rate().sentBits()).isCloseTo(400_000, within(1.0));
        assertThat(rate().receivedPackets()).isCloseTo(1_000, within(0.1));
        assertThat(rate().errors()).isZero();
    }

    @Test
    void aCounterThatTheSwitchDoesNotHaveHasNoRate() {
        reportPort(100.5);
        fixture.elapse(INTERVALS);
        assertThat(rate().drops()).isNaN();
    }

    @Test
    void theFirstReadingHasNoRates() {
        reportPort(100.5);
        fixture.elapse(Duration.ofSeconds(1));
        assertThat(rate().receivedBits()).isNaN();
        assertThat(rate().load()).isNaN();
    }

    @Test
    void timeIsThatOfTheSwitch() {
        fixture.elapse(INTERVALS);
        // The clock of the switch has half the speed.
        fixture.reply((_, request) -> request instanceof PortStats.Request
                ? new PortStats.Reply(List.of(Counted.port(1, 10 + seconds() / 2, (long) (500 * seconds()))))
                : CollectorFixture.emptyReply(request));
        fixture.elapse(INTERVALS);
        assertThat(rate().receivedPackets()).isCloseTo(1_000, within(0.1));
    }

    @Test
    void timeIsThatOfTheArrivalIfTheSwitchReportsWholeSecondsOnly() {
        reply(
                PortStats.Request.class,
                () -> new PortStats.Reply(
                        List.of(Counted.port(1, Math.floor(2 * seconds()), (long) (1_000 * seconds())))));
        fixture.elapse(INTERVALS);
        assertThat(rate().receivedPackets()).isCloseTo(1_000, within(0.1));
    }

    @Test
    void timeIsThatOfTheArrivalIfTheSwitchReportsNone() {
        var old = new CollectorFixture(new TestSwitch(1, Version.OF10));
        old.reply((_, request) -> request instanceof PortStats.Request
                ? new PortStats.Reply(List.of(Counted.port(1, 0xffff_ffffL, old.nowNanos() / 1_000_000)))
                : CollectorFixture.emptyReply(request));
        old.elapse(INTERVALS);
        assertThat(old.collector.port(1, 1).orElseThrow().receivedPackets()).isCloseTo(1_000, within(0.1));
    }

    @Test
    void aPortThatIsRemovedAboveItsThresholdsBeginsAnewWhenItIsAddedAgain() {
        Port port = sw.port(1).orElseThrow();
        reply(
                PortStats.Request.class,
                () -> new PortStats.Reply(List.of(Counted.port(1, 10 + seconds(), 0, (long) (1_000 * seconds())))));
        fixture.elapse(INTERVALS);
        sw.removePort(1);
        fixture.elapse(INTERVALS);
        sw.setPort(port);
        fixture.elapse(INTERVALS);
        assertThat(fixture.events.types()).containsExactly("statistics.port-errors", "statistics.port-errors");
    }

    @Test
    void countersThatBeginAnewHaveNoRatesUntilTheNextReading() {
        reportPort(100.5);
        fixture.elapse(INTERVALS);
        reply(
                PortStats.Request.class,
                () -> new PortStats.Reply(List.of(Counted.port(1, seconds() - 30, (long) (500 * (seconds() - 30))))));
        fixture.elapse(Duration.ofSeconds(10));
        assertThat(rate().receivedPackets()).isNaN();
        fixture.elapse(Duration.ofSeconds(10));
        assertThat(rate().receivedPackets()).isCloseTo(500, within(0.1));
    }

    @Test
    void aPortThatIsAddedAgainBeginsAnew() {
        reportPort(100.5);
        fixture.elapse(INTERVALS);
        // more packets than before, but a younger port
        reply(PortStats.Request.class, () -> new PortStats.Reply(List.of(Counted.port(1, 5.5, 1_000_000))));
        fixture.elapse(Duration.ofSeconds(10));
        assertThat(rate().receivedPackets()).isNaN();
    }

    @Test
    void theLoadIsThatOfTheBusierDirection() {
        sw.setPort(new Port(1, 1, "eth1", 0, 0, List.of(new Port.Ethernet(0, 0, 0, 0, 1_600, 0))));
        reportPort(100.5);
        fixture.elapse(INTERVALS);
        assertThat(rate().speed()).isEqualTo(1_600_000);
        assertThat(rate().load()).isCloseTo(0.5, within(0.001));
    }

    @Test
    void theSpeedIsThatOfTheFeaturesIfTheVersionHasNoSpeed() {
        // OFPPF_1GB_FD and OFPPF_COPPER
        sw.setPort(new Port(1, 1, "eth1", 0, 0, List.of(new Port.Ethernet(1 << 5 | 1 << 11, 0, 0, 0, 0, 0))));
        reportPort(100.5);
        fixture.elapse(INTERVALS);
        assertThat(rate().speed()).isEqualTo(1_000_000_000);
    }

    @Test
    void portsThatTheSwitchDoesNotHaveAreIgnored() {
        fixture.replyPorts(Counted.port(1, 1, 1), Counted.port(77, 1, 1));
        fixture.elapse(INTERVALS);
        assertThat(fixture.collector.ports()).extracting(PortRate::port).containsExactly(1L);
    }

    @Test
    void theHistoryHasTheEarlierRates() {
        reportPort(100.5);
        fixture.elapse(INTERVALS);
        List<PortSample> history = fixture.collector.history(1, 1);
        assertThat(history).hasSizeBetween(4, 5);
        assertThat(history.getFirst().receivedBits()).isNaN();
        assertThat(history.getLast().receivedBits()).isCloseTo(800_000, within(10.0));
        assertThat(fixture.collector.history(1, 2)).isEmpty();
        assertThat(fixture.collector.history(2, 1)).isEmpty();
    }

    private void reportFlows(int count) {
        // flow i has i packets a second
        reply(
                FlowStats.Request.class,
                () -> new FlowStats.Reply(IntStream.rangeClosed(1, count)
                        .mapToObj(i -> Counted.flow("in_port=" + i, 50.5 + seconds(), (long) (i * (seconds() + 50.5))))
                        .toList()));
    }

    @Test
    void topFlowsAreThoseWithTheHighestRates() {
        reportFlows(300);
        fixture.elapse(Duration.ofMinutes(2));
        List<FlowRate> top = fixture.collector.topFlows();
        assertThat(top).hasSize(100);
        assertThat(top.getFirst().flow().match()).hasToString("in_port=300");
        assertThat(top.getFirst().packets()).isCloseTo(300, within(0.1));
        assertThat(top.getFirst().bits()).isCloseTo(240_000, within(80.0));
        assertThat(top.getLast().flow().match()).hasToString("in_port=201");
        assertThat(fixture.collector.topFlows(1)).isEqualTo(top);
        assertThat(fixture.collector.topFlows(2)).isEmpty();
    }

    @Test
    void aNewFlowHasItsRatesSinceItWasAdded() {
        reply(FlowStats.Request.class, () -> new FlowStats.Reply(List.of(Counted.flow("in_port=1", 4, 200))));
        fixture.elapse(Duration.ofSeconds(3));
        assertThat(fixture.collector.topFlows().getFirst().packets()).isCloseTo(50, within(0.01));
    }

    @Test
    void aFlowWithoutPacketsSinceTheLastReadingIsNotAmongTheTopFlows() {
        reply(
                FlowStats.Request.class,
                () -> new FlowStats.Reply(List.of(Counted.flow("in_port=1", seconds() + 9.5, 200))));
        fixture.elapse(Duration.ofMinutes(2));
        assertThat(fixture.collector.topFlows()).isEmpty();
    }

    @Test
    void theTopFlowsOfAllSwitchesAreLimitedAsWell() {
        var both = new CollectorFixture(Map.of("top-flows", "2"), new TestSwitch(), new TestSwitch(2, Version.OF13));
        both.reply((one, request) -> request instanceof FlowStats.Request
                ? new FlowStats.Reply(List.of(
                        Counted.flow("in_port=1", 10, 100 * one.datapathId()),
                        Counted.flow("in_port=2", 10, 100 * one.datapathId() + 50),
                        Counted.flow("in_port=3", 10, 10)))
                : CollectorFixture.emptyReply(request));
        both.elapse(Duration.ofSeconds(5));
        assertThat(both.collector.topFlows()).extracting(FlowRate::datapathId).containsExactly(2L, 2L);
        assertThat(both.collector.topFlows(1)).hasSize(2);
    }

    @Test
    void tablesHaveTheirUseAndRates() {
        fixture.reply((_, request) -> switch (request) {
            case TableStats.Request _ ->
                new TableStats.Reply(List.of(
                        new TableStats(0, 250, (long) (10 * seconds()), (long) (5 * seconds()), null),
                        new TableStats(1, 0, 0, 0, null),
                        new TableStats(2, 1, -1, -1, null)));
            case TableFeatures.Request _ ->
                new TableFeatures.Reply(List.of(
                        new TableFeatures(0, TableFeatures.Command.REPLACE, 0, "main", 0, 0, 0, 1_000, List.of())));
            default -> CollectorFixture.emptyReply(request);
        });
        fixture.elapse(Duration.ofMinutes(2));
        List<TableUsage> tables = fixture.collector.tables();
        // The second table is not in use.
        assertThat(tables).extracting(TableUsage::tableId).containsExactly(0, 2);
        assertThat(tables.getFirst().name()).isEqualTo("main");
        assertThat(tables.getFirst().fill()).isEqualTo(0.25);
        assertThat(tables.getFirst().lookups()).isCloseTo(10, within(0.1));
        assertThat(tables.getFirst().matched()).isCloseTo(5, within(0.1));
        assertThat(tables.getLast().fill()).isNaN();
        assertThat(tables.getLast().lookups()).isNaN();
    }

    @Test
    void queuesGroupsAndMetersHaveRates() {
        fixture.reply((_, request) -> {
            long count = (long) (100 * seconds());
            return switch (request) {
                case QueueStats.Request _ ->
                    new QueueStats.Reply(
                            List.of(new QueueStats(1, 5, 100 * count, count, count / 10, 0, 1, List.of())));
                case GroupStats.Request _ ->
                    new GroupStats.Reply(List.of(new GroupStats(9, 2, count, 100 * count, 0, 1, List.of())));
                case MeterStats.Request _ ->
                    new MeterStats.Reply(List.of(new MeterStats(
                            3,
                            4,
                            count,
                            100 * count,
                            0,
                            1,
                            List.of(
                                    new MeterStats.BandCounter(count / 4, 0),
                                    new MeterStats.BandCounter(count / 4, 0)))));
                default -> CollectorFixture.emptyReply(request);
            };
        });
        fixture.elapse(Duration.ofMinutes(2));
        QueueRate queue = fixture.collector.queues().getFirst();
        assertThat(queue.queueId()).isEqualTo(5);
        assertThat(queue.bits()).isCloseTo(80_000, within(100.0));
        assertThat(queue.errors()).isCloseTo(10, within(0.1));
        GroupRate group = fixture.collector.groups().getFirst();
        assertThat(group.references()).isEqualTo(2);
        assertThat(group.packets()).isCloseTo(100, within(0.1));
        MeterRate meter = fixture.collector.meters().getFirst();
        assertThat(meter.packets()).isCloseTo(100, within(0.1));
        assertThat(meter.exceedingPackets()).isCloseTo(50, within(0.1));
    }
}

package net.beaconcontroller.statistics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.Port;

/**
 * The statistics of a switch: computes the rates from the replies, and has them for readers. The thread of the {@link
 * Collector} changes it; any thread may read.
 */
final class SwitchReadings {
    /** The number of queues, of groups and of meters that are kept; a reply can have a hundred thousand. */
    static final int MAX_OBJECTS = 1_000;

    private record QueueKey(long port, long queueId) {}

    private record TableSize(String name, long maxFlows) {
        private static final TableSize UNKNOWN = new TableSize("", 0);
    }

    private final Switch sw;
    private final Thresholds thresholds;
    private final PortHistory history;

    private final LastReadings<Long> lastPorts = new LastReadings<>();
    private final LastReadings<Integer> lastTables = new LastReadings<>();
    private final LastReadings<QueueKey> lastQueues = new LastReadings<>();
    private final LastReadings<Long> lastGroups = new LastReadings<>();
    private final LastReadings<Long> lastMeters = new LastReadings<>();
    private final FlowReadings lastFlows;
    private final Map<Integer, TableSize> tableSizes = new HashMap<>();

    // Immutable lists for readers.

    private volatile List<PortRate> ports = List.of();
    private volatile List<FlowRate> flows = List.of();
    private volatile List<TableUsage> tables = List.of();
    private volatile List<QueueRate> queues = List.of();
    private volatile List<GroupRate> groups = List.of();
    private volatile List<MeterRate> meters = List.of();

    SwitchReadings(Switch sw, Thresholds thresholds, PortHistory history, int topFlows) {
        this.sw = sw;
        this.thresholds = thresholds;
        this.history = history;
        this.lastFlows = new FlowReadings(sw.datapathId(), topFlows);
    }

    /**
     * Computes the rates.
     *
     * @param nanos when the reply arrived, by the clock of {@link System#nanoTime}
     * @param time the same by the clock of the system
     */
    void updatePorts(PortStats.Reply reply, long nanos, Instant time) {
        var rates = new ArrayList<PortRate>();
        for (PortStats stats : reply.ports()) {
            // The number of ports of a switch is bounded, that of a reply is not.
            sw.port(stats.port()).ifPresent(port -> rates.add(rate(port, stats, nanos, time)));
        }
        lastPorts.endReply();
        rates.sort(Comparator.comparingLong(PortRate::port));
        ports = List.copyOf(rates);
        history.add(time, ports);
        thresholds.checkPorts(sw.datapathId(), ports);
    }

    private PortRate rate(Port port, PortStats stats, long nanos, Instant time) {
        double[] rates = lastPorts.rates(
                port.number(),
                new CounterReading(
                        nanos,
                        CounterReading.age(stats.durationSeconds(), stats.durationNanos()),
                        stats.receivedBytes(),
                        stats.sentBytes(),
                        stats.receivedPackets(),
                        stats.sentPackets(),
                        CounterReading.sum(stats.receivedErrors(), stats.sentErrors()),
                        CounterReading.sum(stats.receivedDropped(), stats.sentDropped())));
        return new PortRate(
                sw.datapathId(),
                port.number(),
                port.name(),
                PortSpeed.of(port),
                time,
                Byte.SIZE * rates[0],
                Byte.SIZE * rates[1],
                rates[2],
                rates[3],
                rates[4],
                rates[5]);
    }

    void updateFlows(List<FlowStats> reported, long nanos) {
        flows = lastFlows.update(reported, nanos);
    }

    /** Forgets the flows, because there are too many to be read. */
    void skipFlows() {
        flows = List.of();
    }

    void updateTableSizes(TableFeatures.Reply reply) {
        for (TableFeatures table : reply.tables()) {
            tableSizes.put(table.tableId(), new TableSize(table.name(), table.maxEntries()));
        }
    }

    /** Computes the rates of the tables that are in use: the first one, and those with flows or lookups. */
    void updateTables(TableStats.Reply reply, long nanos) {
        var used = new ArrayList<TableUsage>();
        for (TableStats table : reply.tables()) {
            TableStats.Abilities abilities = table.abilities();
            if (abilities != null) {
                tableSizes.put(table.tableId(), new TableSize(abilities.name(), abilities.maxEntries()));
            }
            double[] rates = lastTables.rates(
                    table.tableId(),
                    new CounterReading(nanos, CounterReading.UNKNOWN_AGE, table.lookups(), table.matched()));
            if (table.tableId() == 0 || table.active() > 0 || rates[0] > 0) {
                TableSize size = tableSizes.getOrDefault(table.tableId(), TableSize.UNKNOWN);
                used.add(new TableUsage(
                        sw.datapathId(),
                        table.tableId(),
                        size.name,
                        table.active(),
                        size.maxFlows,
                        rates[0],
                        rates[1]));
            }
        }
        lastTables.endReply();
        tables = List.copyOf(used);
        used.forEach(thresholds::check);
    }

    void updateQueues(QueueStats.Reply reply, long nanos) {
        queues = reply.queues().stream()
                .limit(MAX_OBJECTS)
                .map(queue -> {
                    double[] rates = lastQueues.rates(
                            new QueueKey(queue.port(), queue.queueId()),
                            new CounterReading(
                                    nanos,
                                    CounterReading.age(queue.durationSeconds(), queue.durationNanos()),
                                    queue.sentBytes(),
                                    queue.sentPackets(),
                                    queue.sentErrors()));
                    return new QueueRate(
                            sw.datapathId(), queue.port(), queue.queueId(), Byte.SIZE * rates[0], rates[1], rates[2]);
                })
                .toList();
        lastQueues.endReply();
    }

    void updateGroups(GroupStats.Reply reply, long nanos) {
        groups = reply.groups().stream()
                .limit(MAX_OBJECTS)
                .map(group -> {
                    double[] rates = lastGroups.rates(
                            group.groupId(),
                            new CounterReading(
                                    nanos,
                                    CounterReading.age(group.durationSeconds(), group.durationNanos()),
                                    group.bytes(),
                                    group.packets()));
                    return new GroupRate(
                            sw.datapathId(), group.groupId(), group.references(), Byte.SIZE * rates[0], rates[1]);
                })
                .toList();
        lastGroups.endReply();
    }

    void updateMeters(MeterStats.Reply reply, long nanos) {
        meters = reply.meters().stream()
                .limit(MAX_OBJECTS)
                .map(meter -> {
                    double[] rates = lastMeters.rates(
                            meter.meterId(),
                            new CounterReading(
                                    nanos,
                                    CounterReading.age(meter.durationSeconds(), meter.durationNanos()),
                                    meter.bytes(),
                                    meter.packets(),
                                    CounterReading.sum(meter.bands().stream()
                                            .mapToLong(MeterStats.BandCounter::packets)
                                            .toArray())));
                    return new MeterRate(
                            sw.datapathId(),
                            meter.meterId(),
                            meter.references(),
                            Byte.SIZE * rates[0],
                            rates[1],
                            rates[2]);
                })
                .toList();
        lastMeters.endReply();
    }

    /** Releases what the switch has used. */
    void close() {
        history.close();
        thresholds.forget(sw.datapathId());
    }

    List<PortRate> ports() {
        return ports;
    }

    List<PortSample> history(long port) {
        return history.of(port);
    }

    List<FlowRate> flows() {
        return flows;
    }

    List<TableUsage> tables() {
        return tables;
    }

    List<QueueRate> queues() {
        return queues;
    }

    List<GroupRate> groups() {
        return groups;
    }

    List<MeterRate> meters() {
        return meters;
    }
}

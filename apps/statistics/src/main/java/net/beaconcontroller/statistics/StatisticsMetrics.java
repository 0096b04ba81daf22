package net.beaconcontroller.statistics;

import java.util.List;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The metrics of the statistics: totals, because a network can have more ports and flows than a monitoring system. */
@Component
public final class StatisticsMetrics implements MetricSource {
    private final Statistics statistics;

    @Activate
    public StatisticsMetrics(@Reference Statistics statistics) {
        this.statistics = statistics;
    }

    @Override
    public List<Metric> metrics() {
        List<PortRate> ports = statistics.ports();
        List<CollectionState> collection = statistics.collection();
        return List.of(
                Metric.counter(
                        "requests",
                        "Requests for statistics by what became of them.",
                        "outcome",
                        statistics.requests()),
                Metric.gauge("ports", "Ports whose rates are known.", ports.size()),
                Metric.gauge(
                        "flows",
                        "Flows of all switches.",
                        collection.stream()
                                .mapToDouble(CollectionState::flows)
                                .filter(flows -> flows > 0)
                                .sum()),
                Metric.gauge(
                        "skipped_flows",
                        "Flows that are not read, because their switch has too many.",
                        collection.stream()
                                .mapToDouble(CollectionState::skippedFlows)
                                .sum()),
                Metric.gauge(
                        "received_bytes_per_second",
                        "Bytes per second that all ports receive.",
                        ports.stream()
                                        .mapToDouble(PortRate::receivedBits)
                                        .filter(Double::isFinite)
                                        .sum()
                                / Byte.SIZE),
                Metric.gauge(
                        "dropped_packets_per_second",
                        "Packets per second that ports drop.",
                        ports.stream()
                                .mapToDouble(PortRate::drops)
                                .filter(Double::isFinite)
                                .sum()),
                Metric.gauge(
                        "max_port_load_ratio",
                        "Load of the port with the highest load, from 0 to 1.",
                        ports.stream()
                                .mapToDouble(PortRate::load)
                                .filter(Double::isFinite)
                                .max()
                                .orElse(0)),
                Metric.gauge("history_bytes", "Memory of the histories of ports.", (double) statistics.historyBytes()));
    }
}

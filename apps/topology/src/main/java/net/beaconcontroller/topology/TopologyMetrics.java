package net.beaconcontroller.topology;

import java.util.List;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The metrics of the topology. */
@Component
public final class TopologyMetrics implements MetricSource {
    private final Topology topology;

    @Activate
    public TopologyMetrics(@Reference Topology topology) {
        this.topology = topology;
    }

    @Override
    public List<Metric> metrics() {
        TopologySnapshot now = topology.snapshot();
        return List.of(
                Metric.gauge(
                        "switches",
                        "Switches, including those that lost their connection a moment ago.",
                        now.switches().size()),
                Metric.gauge(
                        "links",
                        "Links between switches, each in one direction.",
                        now.links().size()),
                Metric.gauge("edges", "Ports to which hosts can be attached.", now.edgeCount()),
                Metric.counter("changes", "Changes of the topology.", (double) now.version()),
                Metric.counter("probes", "Received probes, by outcome.", "outcome", topology.probeCounters()));
    }
}

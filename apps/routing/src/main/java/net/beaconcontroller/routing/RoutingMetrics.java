package net.beaconcontroller.routing;

import java.util.List;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The metrics of forwarding. */
@Component
public final class RoutingMetrics implements MetricSource {
    private final Forwarding forwarding;

    @Activate
    public RoutingMetrics(@Reference Forwarding forwarding) {
        this.forwarding = forwarding;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(
                Metric.gauge("paths", "Installed paths over several switches.", forwarding.pathCount()),
                Metric.gauge("held", "Packets that wait for a decision.", forwarding.heldCount()),
                Metric.counter("outcomes", "Packet-ins by what became of them.", "outcome", forwarding.counters()));
    }
}

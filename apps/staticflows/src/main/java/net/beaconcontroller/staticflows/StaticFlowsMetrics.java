package net.beaconcontroller.staticflows;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.staticflows.Repair.Difference;
import net.beaconcontroller.staticflows.SwitchStatus.State;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The metrics of the application. */
@Component
public final class StaticFlowsMetrics implements MetricSource {
    private final StaticFlows staticFlows;

    @Activate
    public StaticFlowsMetrics(@Reference StaticFlows staticFlows) {
        this.staticFlows = staticFlows;
    }

    @Override
    public List<Metric> metrics() {
        Map<State, Long> states = zeros(State.class);
        Map<Difference, Long> drift = zeros(Difference.class);
        for (SwitchStatus status : staticFlows.statuses().values()) {
            states.merge(status.state(), 1L, Long::sum);
            status.drift().forEach((difference, count) -> drift.merge(difference, count, Long::sum));
        }
        Map<Kind, Long> entries = zeros(Kind.class);
        staticFlows.entries().forEach(kept -> entries.merge(kept.entry().kind(), 1L, Long::sum));
        return List.of(
                Metric.gauge("entries", "Static entries by kind.", "kind", entries),
                Metric.gauge("switches", "Switches by the state of their static entries.", "state", states),
                Metric.counter("drift", "Differences that others have caused in switches, by kind.", "kind", drift));
    }

    private static <E extends Enum<E>> Map<E, Long> zeros(Class<E> type) {
        var zeros = new EnumMap<E, Long>(type);
        for (E constant : type.getEnumConstants()) {
            zeros.put(constant, 0L);
        }
        return zeros;
    }
}

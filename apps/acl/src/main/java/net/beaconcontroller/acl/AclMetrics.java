package net.beaconcontroller.acl;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The metrics of the access rules. */
@Component
public final class AclMetrics implements MetricSource {
    private final RuleBook book;
    private final Enforcement enforcement;

    @Activate
    public AclMetrics(@Reference RuleBook book, @Reference Enforcement enforcement) {
        this.book = book;
        this.enforcement = enforcement;
    }

    @Override
    public List<Metric> metrics() {
        List<SwitchRules.Status> statuses = List.copyOf(enforcement.statuses().values());
        return List.of(
                Metric.gauge("rules", "Access rules.", book.rules().size()),
                Metric.gauge(
                        "active_rules",
                        "Access rules that apply now.",
                        book.active().rules().size()),
                Metric.gauge(
                        "flows",
                        "Flows of the access rules in all switches.",
                        statuses.stream().mapToInt(SwitchRules.Status::flows).sum()),
                Metric.gauge(
                        "controller_flows",
                        "Flows of the access rules that let the controller decide each packet, in all switches.",
                        statuses.stream()
                                .mapToInt(SwitchRules.Status::byController)
                                .sum()),
                Metric.gauge(
                        "switches",
                        "Connected switches, by the state of their flows.",
                        "state",
                        Arrays.stream(SwitchRules.State.values())
                                .collect(Collectors.toMap(state -> state, state -> statuses.stream()
                                        .filter(status -> status.state() == state)
                                        .count()))),
                Metric.counter(
                        "denied_packet_ins", "Packet-ins that were denied.", (double) enforcement.deniedPacketIns()));
    }
}

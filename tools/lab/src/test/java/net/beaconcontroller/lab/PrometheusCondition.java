package net.beaconcontroller.lab;

import java.util.List;
import net.beaconcontroller.labkit.ToolCondition;

/** The condition of {@link NeedsPrometheus}. */
final class PrometheusCondition extends ToolCondition {
    private static final List<String> MISSING =
            notOnPath(List.of("prometheus", "promtool")).toList();
    private static final String REASON =
            "no scrape without %s; run after: apt-get install prometheus".formatted(String.join(", ", MISSING));

    static {
        tell(MISSING, REASON);
    }

    PrometheusCondition() {
        super(MISSING, REASON);
    }
}

package net.beaconcontroller.routing;

import java.time.Duration;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** A timer that refreshes latency-based weights every minute, because latency changes without a topology change. */
@Component(
        service = {},
        immediate = true)
public final class WeightRefresher {
    private final Registration timer;

    @Activate
    public WeightRefresher(
            @Reference Controller controller,
            @Reference ApplicationSettings settings,
            @Reference RoutingEngine engine) {
        boolean isLatency = ConfiguredWeights.kind(settings) == ConfiguredWeights.Kind.LATENCY;
        timer = isLatency ? controller.every(Duration.ofMinutes(1), engine::weightsChanged) : () -> {};
    }

    @Deactivate
    void close() {
        timer.close();
    }
}

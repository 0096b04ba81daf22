package net.beaconcontroller.routing;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.ApplicationSettings;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** A timer that refreshes latency-based weights every minute, because latency changes without a topology change. */
@Component(
        service = {},
        immediate = true)
public final class WeightRefresher {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("routing-weights").factory());

    @Activate
    public WeightRefresher(@Reference ApplicationSettings settings, @Reference RoutingEngine engine) {
        if (ConfiguredWeights.kind(settings) == ConfiguredWeights.Kind.LATENCY) {
            var _ = thread.scheduleWithFixedDelay(engine::weightsChanged, 1, 1, TimeUnit.MINUTES);
        }
    }

    @Deactivate
    void close() {
        thread.shutdownNow();
    }
}

package net.beaconcontroller.devices;

import java.util.List;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The metrics of the devices. */
@Component
public final class DeviceMetrics implements MetricSource {
    private final Devices devices;

    @Activate
    public DeviceMetrics(@Reference Devices devices) {
        this.devices = devices;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(
                Metric.gauge("hosts", "Known hosts.", devices.count()),
                Metric.counter(
                        "rejections", "Rejected observations of hosts, by reason.", "reason", devices.rejections()));
    }
}

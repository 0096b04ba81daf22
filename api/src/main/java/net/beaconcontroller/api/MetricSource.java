package net.beaconcontroller.api;

import java.util.List;

/**
 * The metrics of an application, for monitoring systems. They appear at {@code /metrics} of the HTTP server when a
 * component that implements this interface becomes active, and disappear with it. The metric {@code links} of the
 * application {@code topology} is {@code beacon_app_topology_links} there.
 *
 * <p>An application may have {@value #MAX_SERIES} series: values with different labels. Further ones are left out, and
 * counted. So labels should be outcomes, reasons, or switches, and not hosts or flows.
 */
@FunctionalInterface
public interface MetricSource {
    /** The number of series that an application may have. */
    int MAX_SERIES = 1_000;

    /**
     * Returns the present values. Called at each scrape, every few seconds, on a thread of the HTTP server, so that an
     * application reads counters that it has anyway. Must not block.
     */
    List<Metric> metrics();
}

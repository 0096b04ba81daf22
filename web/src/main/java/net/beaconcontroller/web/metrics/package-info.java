/**
 * The metrics at {@code /metrics}, for Prometheus and other systems that read its text format. All values are counters
 * that exist anyway, read at each scrape. Start reading at {@link net.beaconcontroller.web.metrics.MetricsHandler}.
 */
@NullMarked
package net.beaconcontroller.web.metrics;

import org.jspecify.annotations.NullMarked;

package net.beaconcontroller.web.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import net.beaconcontroller.api.Metric;
import net.beaconcontroller.api.MetricSource;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.util.tracker.ServiceTracker;

/**
 * The metrics of applications: those of services of the type {@link MetricSource}. A source that fails, and a metric
 * that is wrong, is left out, and the log says why. Safe for use by several threads.
 */
final class ApplicationMetrics implements MultiCollector, AutoCloseable {
    private static final String PREFIX = "beacon_app_";

    private final RateLimitedLog log =
            new RateLimitedLog(System.getLogger(ApplicationMetrics.class.getPackageName()), 1);
    private final ServiceTracker<MetricSource, MetricSource> tracker;

    ApplicationMetrics(BundleContext context) {
        tracker = new ServiceTracker<>(context, MetricSource.class, null);
        tracker.open();
    }

    /** The sources of an application. */
    private record Sources(Bundle bundle, List<MetricSource> sources) {}

    @Override
    public MetricSnapshots collect() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        GaugeSnapshot.Builder leftOut = GaugeSnapshot.builder()
                .name("beacon_application_left_out_series")
                .help("Series of an application that are not shown, because it has more than %d."
                        .formatted(MetricSource.MAX_SERIES));
        sources().forEach((application, of) -> {
            int series = 0;
            for (MetricSource source : of.sources) {
                for (Metric metric : metrics(application, source)) {
                    int shown = Math.clamp(
                            MetricSource.MAX_SERIES - series,
                            0,
                            metric.samples().size());
                    add(application, metric, shown, all);
                    series += metric.samples().size();
                }
            }
            leftOut.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("application", application))
                    .value(Math.max(0, series - MetricSource.MAX_SERIES))
                    .build());
        });
        return all.metricSnapshot(leftOut.build()).build();
    }

    /** Returns the sources by application. Of two versions during an update, those of the new one. */
    private Map<String, Sources> sources() {
        var byApplication = new TreeMap<String, Sources>();
        tracker.getTracked().forEach((reference, source) -> {
            Bundle bundle = reference.getBundle();
            if (bundle != null) {
                Sources known = byApplication.get(bundle.getSymbolicName());
                if (known == null || known.bundle.getBundleId() < bundle.getBundleId()) {
                    known = new Sources(bundle, new ArrayList<>());
                    byApplication.put(bundle.getSymbolicName(), known);
                }
                if (known.bundle.equals(bundle)) {
                    known.sources.add(source);
                }
            }
        });
        return byApplication;
    }

    private List<Metric> metrics(String application, MetricSource source) {
        try {
            return source.metrics();
        } catch (RuntimeException | LinkageError e) {
            log.log(
                    Level.ERROR,
                    "application %s: %s failed; its metrics are left out"
                            .formatted(application, source.getClass().getName()),
                    e);
            return List.of();
        }
    }

    /** Adds the first samples of a metric. */
    private void add(String application, Metric metric, int count, MetricSnapshots.Builder all) {
        String name = PREFIX + application.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_") + "_" + metric.name();
        try {
            if (all.containsMetricName(name)) {
                throw new IllegalArgumentException("there is another metric %s".formatted(name));
            }
            all.metricSnapshot(snapshot(name, metric, metric.samples().subList(0, count)));
        } catch (IllegalArgumentException e) {
            log.log(
                    Level.ERROR,
                    "application %s: metric %s is left out: %s".formatted(application, metric.name(), e.getMessage()));
        }
    }

    private static MetricSnapshot snapshot(String name, Metric metric, List<Metric.Sample> samples) {
        return switch (metric.type()) {
            case COUNTER -> {
                CounterSnapshot.Builder counter =
                        CounterSnapshot.builder().name(name).help(metric.help());
                samples.forEach(sample -> counter.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(Labels.of(metric.labels(), sample.labelValues()))
                        .value(sample.value())
                        .build()));
                yield counter.build();
            }
            case GAUGE -> {
                GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(metric.help());
                samples.forEach(sample -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(Labels.of(metric.labels(), sample.labelValues()))
                        .value(sample.value())
                        .build()));
                yield gauge.build();
            }
        };
    }

    @Override
    public void close() {
        tracker.close();
    }
}

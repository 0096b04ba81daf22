package net.beaconcontroller.web.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** Registers metrics whose values are read at each scrape. */
record Callbacks(PrometheusRegistry registry) {
    void counter(String name, String help, LongSupplier value) {
        counter(name, help, values -> values.call((double) value.getAsLong()));
    }

    void counter(String name, String help, Consumer<CounterWithCallback.Callback> values, String... labels) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(values)
                .register(registry);
    }

    void gauge(String name, String help, IntSupplier value) {
        gauge(name, help, values -> values.call(value.getAsInt()));
    }

    void gauge(String name, String help, Consumer<GaugeWithCallback.Callback> values, String... labels) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(values)
                .register(registry);
    }
}

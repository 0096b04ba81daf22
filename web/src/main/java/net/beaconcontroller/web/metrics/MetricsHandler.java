package net.beaconcontroller.web.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.web.http.ProblemWriter;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers a scrape, in the text format of Prometheus or of OpenMetrics, as the client prefers. The library is loaded by
 * the first scrape, so that it costs nothing where there is none. Safe for use by several threads.
 */
public final class MetricsHandler implements AutoCloseable {
    /** The path of the metrics. */
    public static final String PATH = "/metrics";

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final Beacon beacon;
    private final StatisticsHandler http;
    private final int maxSwitches;
    private @Nullable Exposition exposition;

    /**
     * Creates the handler.
     *
     * @param http counts the requests of the server
     * @param maxSwitches the number of switches that have metrics of their own
     */
    public MetricsHandler(Beacon beacon, StatisticsHandler http, int maxSwitches) {
        this.beacon = beacon;
        this.http = http;
        this.maxSwitches = maxSwitches;
    }

    /** The metrics and the formats, which the first scrape creates. */
    private static final class Exposition implements AutoCloseable {
        private final ExpositionFormats formats = ExpositionFormats.init();
        private final PrometheusRegistry registry = new PrometheusRegistry();
        private final ApplicationMetrics applications;

        Exposition(Beacon beacon, StatisticsHandler http, int maxSwitches) {
            applications = new ApplicationMetrics(beacon.applications().context());
            var callbacks = new Callbacks(registry);
            ControllerMetrics.register(callbacks, beacon, maxSwitches);
            StoreMetrics.register(callbacks, beacon.store());
            HttpMetrics.register(callbacks, http);
            JvmMetrics.builder().register(registry);
            registry.register(applications);
        }

        @Override
        public void close() {
            applications.close();
        }
    }

    private synchronized Exposition exposition() {
        if (exposition == null) {
            exposition = new Exposition(beacon, http, maxSwitches);
        }
        return exposition;
    }

    /** Answers a request. */
    public void handle(Request request, Response response, Callback callback) throws IOException {
        if (!METHODS.contains(request.getMethod())) {
            ProblemWriter.write(
                    Problem.of(405, "%s may only be read, with GET".formatted(PATH)), request, response, callback);
            return;
        }
        Exposition ready = exposition();
        @Nullable String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        ExpositionFormatWriter writer = ready.formats.findWriter(accept);
        EscapingScheme escaping = EscapingScheme.fromAcceptHeader(accept);
        var text = new ByteArrayOutputStream();
        writer.write(text, ready.registry.scrape(), escaping);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, writer.getContentType());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.size());
        response.write(true, ByteBuffer.wrap(text.toByteArray()), callback);
    }

    @Override
    public synchronized void close() {
        if (exposition != null) {
            exposition.close();
        }
    }
}

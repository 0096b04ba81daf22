package net.beaconcontroller.web.metrics;

import java.util.stream.Stream;
import org.eclipse.jetty.server.handler.StatisticsHandler;

/** The metrics of the HTTP server. */
final class HttpMetrics {
    private HttpMetrics() {}

    static void register(Callbacks metrics, StatisticsHandler http) {
        metrics.counter(
                "beacon_http_responses_total",
                "Responses of the HTTP server, by class of their status.",
                values -> {
                    values.call(http.getResponses2xx(), "2xx");
                    values.call(http.getResponses3xx(), "3xx");
                    values.call(http.getResponses4xx(), "4xx");
                    values.call(http.getResponses5xx(), "5xx");
                },
                "code");
        metrics.gauge(
                "beacon_http_requests_in_progress",
                "Requests that are being answered, including streams of events.",
                http::getRequestsActive);
        metrics.gauge("beacon_http_connections", "Open connections of HTTP clients.", () -> Stream.of(
                        http.getServer().getConnectors())
                .mapToInt(connector -> connector.getConnectedEndPoints().size())
                .sum());
        metrics.counter("beacon_http_received_bytes_total", "Bytes of the bodies of requests.", http::getBytesRead);
        metrics.counter("beacon_http_sent_bytes_total", "Bytes of the bodies of responses.", http::getBytesWritten);
    }
}

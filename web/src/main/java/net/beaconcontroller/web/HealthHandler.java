package net.beaconcontroller.web;

import java.nio.ByteBuffer;
import java.util.Set;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.web.http.Json;
import net.beaconcontroller.web.http.ProblemWriter;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers supervisors, with status 200 or 503: {@code /livez}, whether the process works, and {@code /readyz}, whether
 * it can serve switches, as the components of Kubernetes name them. {@code /api/v1/health} is an older name of
 * {@code /readyz}.
 */
final class HealthHandler {
    private static final String LIVE = "/livez";

    private static final Set<String> PATHS = Set.of(LIVE, "/readyz", Api.PATH + "/health");

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final Health health;

    HealthHandler(Beacon beacon) {
        health = new Health(beacon);
    }

    static boolean contains(String path) {
        return PATHS.contains(path);
    }

    /** Answers a request to a path of this handler. */
    void handle(String path, Request request, Response response, Callback callback) {
        if (!METHODS.contains(request.getMethod())) {
            ProblemWriter.write(
                    Problem.of(405, "%s may only be read, with GET".formatted(path)), request, response, callback);
            return;
        }
        Health.Report report = path.equals(LIVE) ? health.live() : health.ready();
        byte[] body = Json.MAPPER.writeValueAsBytes(report);
        response.setStatus(report.isUp() ? HttpStatus.OK_200 : HttpStatus.SERVICE_UNAVAILABLE_503);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}

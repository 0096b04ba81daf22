package net.beaconcontroller.web;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.web.access.Tokens;
import net.beaconcontroller.web.http.ProblemView;
import net.beaconcontroller.web.http.ProblemWriter;
import net.beaconcontroller.web.metrics.MetricsHandler;
import net.beaconcontroller.web.openapi.OpenApi;
import net.beaconcontroller.web.rest.ApplicationsResource;
import net.beaconcontroller.web.rest.ConfigurationResource;
import net.beaconcontroller.web.rest.DocumentationResource;
import net.beaconcontroller.web.rest.EventsResource;
import net.beaconcontroller.web.rest.FlowsResource;
import net.beaconcontroller.web.rest.GroupsResource;
import net.beaconcontroller.web.rest.LoggersResource;
import net.beaconcontroller.web.rest.MapResource;
import net.beaconcontroller.web.rest.MetersResource;
import net.beaconcontroller.web.rest.PagesResource;
import net.beaconcontroller.web.rest.PerformanceResource;
import net.beaconcontroller.web.rest.PipelinesResource;
import net.beaconcontroller.web.rest.PortsResource;
import net.beaconcontroller.web.rest.ServicesResource;
import net.beaconcontroller.web.rest.StatusResource;
import net.beaconcontroller.web.rest.SwitchesResource;
import net.beaconcontroller.web.rest.TablesResource;
import net.beaconcontroller.web.rest.TokensResource;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Directs each request to the files of the page, to the metrics, to the resources of the controller below {@code
 * /api/v1}, or to those of an application.
 */
final class Api extends Handler.Abstract {
    /** The path of the controller's resources. */
    static final String PATH = "/api/v1";

    private static final long MAX_BODY_BYTES = 64 << 20;

    private static final Pattern APPLICATION_PATH = Pattern.compile("/api/(?!v1/)([a-z0-9.-]+)");

    /** Paths that redirect, with their targets. */
    private static final Map<String, String> REDIRECTS = Map.of("/docs", PATH + "/docs");

    private final Beacon beacon;
    private final Tokens tokens;
    private final String url;
    private final PageFiles page = new PageFiles();
    private final HealthHandler health;
    private final List<?> more;
    private final EventsResource events;
    private final MetricsHandler metrics;
    private @Nullable RestApplication controller;
    private @Nullable ApplicationResources applications;
    private @Nullable ApplicationPages pages;

    /** @param more further resources of the controller */
    Api(Beacon beacon, Tokens tokens, String url, List<?> more, MetricsHandler metrics) {
        this.metrics = metrics;
        this.more = more;
        this.beacon = beacon;
        this.health = new HealthHandler(beacon);
        this.tokens = tokens;
        this.url = url;
        this.events = new EventsResource(beacon.events(), name -> tokens.list().stream()
                .anyMatch(token -> token.name().equals(name)));
    }

    @Override
    protected void doStart() throws Exception {
        Scheduler scheduler = getServer().getScheduler();
        var ofApplications = new ApplicationResources(beacon.applications().context(), scheduler);
        var ofPages = new ApplicationPages(beacon.applications().context());
        var resources = new ArrayList<Object>(List.of(
                new StatusResource(beacon, url),
                new ApplicationsResource(beacon),
                new PagesResource(ofPages::pages),
                new PipelinesResource(beacon.controller()),
                new PerformanceResource(beacon),
                new SwitchesResource(beacon.controller()),
                new PortsResource(beacon.controller()),
                new TablesResource(beacon.controller()),
                new FlowsResource(beacon.controller()),
                new GroupsResource(beacon.controller()),
                new MetersResource(beacon.controller()),
                new MapResource(beacon.store()),
                new ServicesResource(beacon.applications()),
                new ConfigurationResource(beacon),
                new LoggersResource(),
                events,
                new TokensResource(tokens)));
        resources.addAll(more);
        resources.add(new DocumentationResource(() -> openApi(resources, ofApplications)));
        controller = new RestApplication(PATH, MAX_BODY_BYTES, scheduler, resources);
        applications = ofApplications;
        ofApplications.start();
        pages = ofPages;
        ofPages.start();
        super.doStart();
    }

    private Map<String, Object> openApi(List<Object> resources, ApplicationResources ofApplications) {
        var document = new OpenApi(ProblemView.class);
        document.add(PATH, resources.stream().<Class<?>>map(Object::getClass).toList());
        ofApplications.classes().forEach(document::add);
        return document.document(Beacon.version(), url);
    }

    /** Ends the streams, for which the server would wait when it stops. */
    void endStreams() {
        events.close();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        metrics.close();
        if (applications != null) {
            applications.close();
        }
        if (pages != null) {
            pages.close();
        }
        if (controller != null) {
            controller.close();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        String path = String.valueOf(request.getHttpURI().getCanonicalPath());
        String redirect = REDIRECTS.get(path);
        if (PageFiles.contains(path)) {
            page.handle(request, response, callback);
        } else if (HealthHandler.contains(path)) {
            health.handle(path, request, response, callback);
        } else if (path.equals(MetricsHandler.PATH)) {
            metrics.handle(request, response, callback);
        } else if (redirect != null) {
            response.getHeaders().put(HttpHeader.LOCATION, redirect);
            response.setStatus(303);
            response.write(true, ByteBuffer.allocate(0), callback);
        } else if (controller != null && isBelow(path, PATH)) {
            controller.handle(request, response, callback);
        } else if ((applications == null || !applications.handle(path, request, response, callback))
                && (pages == null || !pages.handle(path, request, response, callback))) {
            ProblemWriter.write(nothingAt(path), request, response, callback);
        }
        return true;
    }

    private static Problem nothingAt(String path) {
        Matcher matcher = APPLICATION_PATH.matcher(path);
        boolean isOfApplication = matcher.lookingAt();
        String remark = isOfApplication
                ? ", as no application %s with resources runs ('beacon app list')".formatted(matcher.group(1))
                : "";
        return Problem.of(404, "there is nothing at %s%s; %s/docs lists all resources".formatted(path, remark, PATH))
                .withCode(isOfApplication ? "application-not-running" : ProblemMapper.NO_RESOURCE);
    }

    /** Returns whether a path needs no token: it has no data. */
    static boolean isPublic(String path) {
        return HealthHandler.contains(path) || PageFiles.contains(path) || path.startsWith(ApplicationPages.PATH);
    }

    private static boolean isBelow(String path, String base) {
        return path.startsWith(base) && (path.length() == base.length() || path.charAt(base.length()) == '/');
    }
}

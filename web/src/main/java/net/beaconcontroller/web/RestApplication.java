package net.beaconcontroller.web;

import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.security.Principal;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.web.access.Access;
import net.beaconcontroller.web.access.Caller;
import net.beaconcontroller.web.http.Json;
import net.beaconcontroller.web.http.LimitedBody;
import net.beaconcontroller.web.http.ProblemWriter;
import net.beaconcontroller.web.http.ResponseBody;
import net.beaconcontroller.web.http.Unbuffered;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.api.ServiceLocatorFactory;
import org.glassfish.hk2.api.ServiceLocatorListener;
import org.glassfish.jersey.internal.PropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerException;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.server.filter.RolesAllowedDynamicFeature;
import org.glassfish.jersey.server.spi.Container;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Resources below one path: a Jersey application of its own, so that its classes can be unloaded, and so that the
 * resources of one application do not disturb those of another. Passes requests from Jetty to Jersey. Safe for use by
 * several threads.
 */
final class RestApplication implements Container, AutoCloseable {
    private final String path;
    private final long maxBodyBytes;
    private final Scheduler scheduler;
    private final ApplicationHandler handler;

    /**
     * Creates the application.
     *
     * @param path the path that the resources are below, such as {@code /api/v1}
     * @param maxBodyBytes the maximum length of a request's body
     * @param components instances of annotated classes
     * @throws RuntimeException if Jersey refuses a class
     */
    RestApplication(String path, long maxBodyBytes, Scheduler scheduler, Collection<?> components) {
        this.path = path;
        this.maxBodyBytes = maxBodyBytes;
        this.scheduler = scheduler;
        var config = new ResourceConfig();
        config.property(ServerProperties.WADL_FEATURE_DISABLE, true);
        // no classes or services beside those named here
        config.property(ServerProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true);
        config.property(ServerProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
        config.property(ServerProperties.PROCESSING_RESPONSE_ERRORS_ENABLED, true);
        config.register(RolesAllowedDynamicFeature.class);
        JsonMapper mapper = Json.newMapper();
        config.register(new JsonProvider(mapper));
        config.register(new JsonResponses(mapper));
        config.register(ProblemMapper.class);
        components.forEach(config::register);
        this.handler = newHandler(config);
        handler.onStartup(this);
    }

    /**
     * Creates a Jersey application. If Jersey refuses a class, it leaves objects behind that refer to the class, in
     * variables of the thread and in the list of service locators. So this uses another thread, and destroys the
     * locators.
     */
    private static synchronized ApplicationHandler newHandler(ResourceConfig config) {
        var task = new FutureTask<>(() -> new ApplicationHandler(config));
        var locators = new NewLocators(ConcurrentHashMap.newKeySet());
        ServiceLocatorFactory factory = ServiceLocatorFactory.getInstance();
        factory.addListener(locators);
        try {
            Thread.ofVirtual().name("beacon-web-resources").start(task);
            return task.get();
        } catch (ExecutionException e) {
            locators.added.forEach(factory::destroy);
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            factory.removeListener(locators);
        }
    }

    private record NewLocators(Set<ServiceLocator> added) implements ServiceLocatorListener {
        @Override
        public void initialize(Set<ServiceLocator> existing) {}

        @Override
        public void locatorAdded(ServiceLocator locator) {
            added.add(locator);
        }

        @Override
        public void locatorDestroyed(ServiceLocator locator) {
            added.remove(locator);
        }
    }

    /** Processes a request whose path begins with the path of this application. */
    void handle(Request request, Response response, Callback callback) {
        long length = request.getLength();
        if (length > maxBodyBytes) {
            ProblemWriter.write(LimitedBody.tooLong(maxBodyBytes), request, response, callback);
            return;
        }
        ContainerRequest jersey;
        try {
            URI base = new URI(request.getHttpURI().getScheme() + "://"
                    + request.getHeaders().get(HttpHeader.HOST) + path + "/");
            URI target = new URI(base.getScheme() + "://" + base.getRawAuthority()
                    + request.getHttpURI().getPathQuery());
            jersey = new ContainerRequest(
                    base,
                    target,
                    request.getMethod(),
                    new Security(request),
                    new RequestProperties(request),
                    handler.getConfiguration());
        } catch (URISyntaxException e) {
            ProblemWriter.write(
                    Problem.of(
                            400,
                            "the address has the character %s, which needs to be percent-encoded"
                                    .formatted(e.getInput()
                                            .substring(
                                                    e.getIndex(),
                                                    Math.min(
                                                            e.getIndex() + 1,
                                                            e.getInput().length())))),
                    request,
                    response,
                    callback);
            return;
        }
        for (HttpField field : request.getHeaders()) {
            jersey.header(field.getName(), field.getValue());
        }
        jersey.setEntityStream(new LimitedBody(Content.Source.asInputStream(request), maxBodyBytes));
        jersey.setWriter(new Writer(request, response, callback));
        handler.handle(jersey);
    }

    @Override
    public ResourceConfig getConfiguration() {
        return handler.getConfiguration();
    }

    @Override
    public ApplicationHandler getApplicationHandler() {
        return handler;
    }

    @Override
    public void reload() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void reload(ResourceConfig configuration) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        handler.onShutdown(this);
    }

    /** The attributes of the request as Jersey's properties. */
    private record RequestProperties(Request request) implements PropertiesDelegate {
        @Override
        public @Nullable Object getProperty(String name) {
            return request.getAttribute(name);
        }

        @Override
        public Collection<String> getPropertyNames() {
            return request.getAttributeNameSet();
        }

        @Override
        public void setProperty(String name, @Nullable Object value) {
            request.setAttribute(name, value);
        }

        @Override
        public void removeProperty(String name) {
            request.removeAttribute(name);
        }
    }

    private record Security(Request request) implements SecurityContext {
        @Override
        public @Nullable Principal getUserPrincipal() {
            return (Caller) request.getAttribute(Access.CALLER);
        }

        @Override
        public boolean isUserInRole(String role) {
            return request.getAttribute(Access.CALLER) instanceof Caller caller
                    && caller.role().text().equals(role);
        }

        @Override
        public boolean isSecure() {
            return request.isSecure();
        }

        @Override
        public String getAuthenticationScheme() {
            return "Bearer";
        }
    }

    /** Writes the response of Jersey. */
    private final class Writer implements ContainerResponseWriter {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private @Nullable TimeoutHandler timeoutHandler;
        private Scheduler.@Nullable Task timeout;
        private @Nullable OutputStream body;

        Writer(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        @Override
        public OutputStream writeResponseStatusAndHeaders(long contentLength, ContainerResponse answer) {
            cancelTimeout();
            ProblemWriter.keepOrClose(request, response);
            response.setStatus(answer.getStatus());
            answer.getStringHeaders()
                    .forEach((name, values) ->
                            values.forEach(value -> response.getHeaders().add(name, value)));
            if (contentLength >= 0) {
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, contentLength);
            }
            body = new ResponseBody(Content.Sink.asOutputStream(response));
            return body;
        }

        @Override
        public synchronized boolean suspend(long time, TimeUnit unit, TimeoutHandler newTimeoutHandler) {
            timeoutHandler = newTimeoutHandler;
            setSuspendTimeout(time, unit);
            return true;
        }

        @Override
        public synchronized void setSuspendTimeout(long time, TimeUnit unit) {
            cancelTimeout();
            TimeoutHandler current = timeoutHandler;
            if (time > 0 && current != null) {
                timeout = scheduler.schedule(() -> current.onTimeout(this), time, unit);
            }
        }

        private synchronized void cancelTimeout() {
            Scheduler.Task current = timeout;
            timeout = null;
            if (current != null) {
                current.cancel();
            }
        }

        @Override
        public void commit() {
            if (body == null) {
                response.write(true, ByteBuffer.allocate(0), callback);
            } else {
                try {
                    body.close();
                    callback.succeeded();
                } catch (IOException e) {
                    callback.failed(e);
                }
            }
        }

        @Override
        public void failure(Throwable error) {
            cancelTimeout();
            if (ProblemWriter.isEndOfConnection(error)) {
                callback.failed(error);
            } else if (response.isCommitted()) {
                var _ = bug(error);
                callback.failed(error);
            } else {
                response.reset();
                ProblemWriter.write(
                        bug(error instanceof ContainerException && error.getCause() != null ? error.getCause() : error),
                        request,
                        response,
                        callback);
            }
        }

        private Problem bug(Throwable cause) {
            return ProblemWriter.ofBug(
                    cause,
                    request.getMethod(),
                    String.valueOf(request.getHttpURI().getPath()));
        }

        @Override
        public boolean enableResponseBuffering() {
            return !Unbuffered.isMarked(request);
        }
    }
}

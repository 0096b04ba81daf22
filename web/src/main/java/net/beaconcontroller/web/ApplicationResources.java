package net.beaconcontroller.web;

import jakarta.ws.rs.Path;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.web.http.ProblemWriter;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.glassfish.jersey.server.model.ModelValidationException;
import org.glassfish.jersey.server.model.ResourceModelIssue;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * The REST resources of applications: services with the property {@code osgi.jakartars.resource=true}, as in the
 * Jakarta REST Whiteboard of OSGi. Those of the application NAME are below {@code /api/NAME/}, and come
 * and go with its bundle. Safe for use by several threads.
 */
final class ApplicationResources implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ApplicationResources.class.getName());
    private static final String FILTER = "(|(osgi.jakartars.resource=true)(osgi.jakartars.extension=true))";
    private static final String BASE = "/api/";
    private static final long MAX_BODY_BYTES = 1 << 20;

    /** The name that the resources of the controller use. */
    private static final String RESERVED = "v1";

    /**
     * The resources of a bundle at one moment.
     *
     * @param accepted the services that are served
     * @param refused why others are not
     * @param application serves them; null if there is none
     */
    private record Published(
            Map<ServiceReference<?>, Object> accepted,
            Map<ServiceReference<?>, String> refused,
            @Nullable RestApplication application) {}

    private final Scheduler scheduler;
    private final ServiceTracker<Object, Object> tracker;
    /** By bundle, in the order in which the bundles came. Changed by one thread at a time. */
    private final Map<Bundle, Published> published = Collections.synchronizedMap(new LinkedHashMap<>());

    /** The bundle that serves an application's path: during an update, the new one. */
    private final Map<String, Bundle> bundles = new ConcurrentHashMap<>();

    ApplicationResources(BundleContext context, Scheduler scheduler) {
        this.scheduler = scheduler;
        try {
            tracker = new ServiceTracker<>(context, FrameworkUtil.createFilter(FILTER), new Tracking(context));
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    void start() {
        tracker.open();
    }

    private final class Tracking implements ServiceTrackerCustomizer<Object, Object> {
        private final BundleContext context;

        Tracking(BundleContext context) {
            this.context = context;
        }

        @Override
        public @Nullable Object addingService(ServiceReference<Object> reference) {
            Object service = context.getService(reference);
            if (service != null) {
                add(reference, service);
            }
            return service;
        }

        @Override
        public void modifiedService(ServiceReference<Object> reference, Object service) {}

        @Override
        public void removedService(ServiceReference<Object> reference, Object service) {
            remove(reference);
            context.ungetService(reference);
        }
    }

    private synchronized void add(ServiceReference<?> reference, Object service) {
        Bundle bundle = reference.getBundle();
        String name = bundle.getSymbolicName();
        Published old = published.getOrDefault(bundle, new Published(Map.of(), Map.of(), null));
        try {
            requireResource(name, service);
            publish(bundle, with(old.accepted, reference, service), old.refused);
        } catch (RuntimeException | LinkageError e) {
            String reason =
                    "resource %s is refused: %s".formatted(service.getClass().getName(), reason(e));
            LOG.log(Level.ERROR, "application %s: %s".formatted(name, reason));
            published.put(bundle, new Published(old.accepted, with(old.refused, reference, reason), old.application));
            route(name);
        }
    }

    private static <V> Map<ServiceReference<?>, V> with(
            Map<ServiceReference<?>, V> map, ServiceReference<?> reference, V value) {
        var changed = new LinkedHashMap<>(map);
        changed.put(reference, value);
        return changed;
    }

    private static <V> Map<ServiceReference<?>, V> without(
            Map<ServiceReference<?>, V> map, ServiceReference<?> reference) {
        var changed = new LinkedHashMap<>(map);
        changed.remove(reference);
        return changed;
    }

    private synchronized void remove(ServiceReference<?> reference) {
        // the reference to a service that has ended has no bundle
        for (Map.Entry<Bundle, Published> entry : List.copyOf(published.entrySet())) {
            Published old = entry.getValue();
            if (old.refused.containsKey(reference) || old.accepted.containsKey(reference)) {
                publish(entry.getKey(), without(old.accepted, reference), without(old.refused, reference));
            }
        }
    }

    /** Replaces the resources of a bundle. If Jersey refuses them, nothing changes. */
    private void publish(
            Bundle bundle, Map<ServiceReference<?>, Object> accepted, Map<ServiceReference<?>, String> refused) {
        String name = bundle.getSymbolicName();
        RestApplication application = accepted.isEmpty()
                ? null
                : new RestApplication(BASE + name, MAX_BODY_BYTES, scheduler, accepted.values());
        Published old = accepted.isEmpty() && refused.isEmpty()
                ? published.remove(bundle)
                : published.put(bundle, new Published(accepted, refused, application));
        route(name);
        if (old != null && old.application != null) {
            old.application.close();
        }
    }

    /** Directs the path of an application to its newest bundle. */
    private void route(String name) {
        Bundle newest = null;
        for (Bundle bundle : published.keySet()) {
            if (bundle.getSymbolicName().equals(name)) {
                newest = bundle;
            }
        }
        if (newest == null) {
            bundles.remove(name);
        } else {
            bundles.put(name, newest);
        }
    }

    private static void requireResource(String application, Object service) {
        if (application.equals(RESERVED)) {
            throw new IllegalArgumentException("the name v1 is that of the controller");
        }
        if (!hasPath(service.getClass()) && !isExtension(service)) {
            throw new IllegalArgumentException("its class has no annotation jakarta.ws.rs.Path; if the source has it, "
                    + "import the package jakarta.ws.rs instead of including it");
        }
    }

    private static String reason(Throwable e) {
        return switch (e) {
            case ModelValidationException invalid ->
                invalid.getIssues().stream().map(ResourceModelIssue::getMessage).collect(Collectors.joining("; "));
            case IllegalArgumentException wrong -> String.valueOf(wrong.getMessage());
            default -> e.toString();
        };
    }

    private static boolean isExtension(Object service) {
        return service.getClass().isAnnotationPresent(jakarta.ws.rs.ext.Provider.class);
    }

    private static boolean hasPath(Class<?> type) {
        return type.isAnnotationPresent(Path.class)
                || Stream.of(type.getInterfaces()).anyMatch(ApplicationResources::hasPath)
                || (type.getSuperclass() != null && hasPath(type.getSuperclass()));
    }

    /** Returns the classes of the resources, by path. */
    Map<String, List<Class<?>>> classes() {
        var all = new HashMap<String, List<Class<?>>>();
        bundles.forEach((name, bundle) -> {
            Published current = published.get(bundle);
            if (current != null) {
                all.put(
                        BASE + name,
                        current.accepted.values().stream()
                                .<Class<?>>map(Object::getClass)
                                .toList());
            }
        });
        return all;
    }

    /** Processes a request below the path of an application; returns false if there is no such path. */
    boolean handle(String path, Request request, Response response, Callback callback) {
        if (!path.startsWith(BASE)) {
            return false;
        }
        int end = path.indexOf('/', BASE.length());
        Bundle bundle = bundles.get(end < 0 ? path.substring(BASE.length()) : path.substring(BASE.length(), end));
        Published current = bundle == null ? null : published.get(bundle);
        if (current == null) {
            return false;
        }
        if (current.application == null) {
            ProblemWriter.write(
                    Problem.of(503, String.join("; ", current.refused.values())), request, response, callback);
        } else {
            current.application.handle(request, response, callback);
        }
        return true;
    }

    @Override
    public void close() {
        tracker.close();
    }
}

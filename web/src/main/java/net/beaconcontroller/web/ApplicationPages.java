package net.beaconcontroller.web;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import net.beaconcontroller.api.web.WebPage;
import net.beaconcontroller.web.rest.PagesResource;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * The pages of applications: services of the type {@link WebPage}. The files of the application NAME are below {@code
 * /apps/NAME/}, and come and go with its pages. Safe for use by several threads.
 */
final class ApplicationPages implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ApplicationPages.class.getName());

    /** The path of all files. */
    static final String PATH = "/apps/";

    private static final String FOLDER = "web/";
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    /**
     * The permissions of the files in a browser. The sandbox gives each page an origin of its own: it has no cookies,
     * and cannot read anything of the controller. The page of the controller is the only one that may embed it.
     */
    private static final String POLICY = "sandbox allow-scripts; default-src 'none'; script-src 'self'; "
            + "style-src 'self'; img-src 'self' data:; font-src 'self'; frame-ancestors 'self'; base-uri 'none'; "
            + "form-action 'none'";

    private final MimeTypes types = new MimeTypes();
    private final Map<ServiceReference<WebPage>, PagesResource.PageView> pages = new ConcurrentHashMap<>();
    private final ServiceTracker<WebPage, WebPage> tracker;

    ApplicationPages(BundleContext context) {
        tracker = new ServiceTracker<>(context, WebPage.class, null) {
            @Override
            public @Nullable WebPage addingService(ServiceReference<WebPage> reference) {
                WebPage page = super.addingService(reference);
                if (page != null) {
                    add(reference, page);
                }
                return page;
            }

            @Override
            public void removedService(ServiceReference<WebPage> reference, WebPage page) {
                pages.remove(reference);
                super.removedService(reference, page);
            }
        };
    }

    void start() {
        tracker.open();
    }

    /** Adds a page, unless it is wrong: then the others continue, and the log says why. */
    private void add(ServiceReference<WebPage> reference, WebPage page) {
        String application = reference.getBundle().getSymbolicName();
        try {
            if (reference.getBundle().getEntry(FOLDER + page.file()) == null) {
                throw new IllegalArgumentException("the bundle has no file " + FOLDER + page.file());
            }
            pages.put(reference, PagesResource.describe(application, page));
        } catch (RuntimeException | LinkageError e) {
            String reason = e instanceof IllegalArgumentException ? String.valueOf(e.getMessage()) : e.toString();
            LOG.log(
                    Level.ERROR,
                    "application %s: page %s is refused: %s"
                            .formatted(application, page.getClass().getName(), reason));
        }
    }

    /** Returns the pages, ordered by their titles. */
    List<PagesResource.PageView> pages() {
        return pages.values().stream()
                .sorted(Comparator.comparing(PagesResource.PageView::title)
                        .thenComparing(PagesResource.PageView::application))
                .toList();
    }

    /** Answers a request for a file; returns false if there is no such file. */
    boolean handle(String path, Request request, Response response, Callback callback) {
        if (!path.startsWith(PATH) || !METHODS.contains(request.getMethod())) {
            return false;
        }
        int end = path.indexOf('/', PATH.length());
        URL file = end < 0 ? null : find(path.substring(PATH.length(), end), path.substring(end + 1));
        if (file == null) {
            return false;
        }
        byte[] bytes;
        try (InputStream in = file.openStream()) {
            bytes = in.readAllBytes();
        } catch (IOException _) {
            // the application was removed meanwhile
            return false;
        }
        response.getHeaders().put("Content-Security-Policy", POLICY);
        // the origin of the page is not that of its own files
        response.getHeaders().put(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type(path));
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
        return true;
    }

    private @Nullable URL find(String application, String file) {
        if (file.isEmpty() || file.endsWith("/") || Stream.of(file.split("/")).anyMatch(".."::equals)) {
            return null;
        }
        return pages.keySet().stream()
                .map(ServiceReference::getBundle)
                .filter(bundle -> bundle != null && bundle.getSymbolicName().equals(application))
                // of two versions during an update, the new one
                .max(Comparator.comparingLong(Bundle::getBundleId))
                .map(bundle -> bundle.getEntry(FOLDER + file))
                .orElse(null);
    }

    private String type(String path) {
        String type = types.getMimeByExtension(path);
        if (type == null) {
            return "application/octet-stream";
        }
        return type.startsWith("text/") && !type.contains("charset") ? type + ";charset=utf-8" : type;
    }

    @Override
    public void close() {
        tracker.close();
    }
}

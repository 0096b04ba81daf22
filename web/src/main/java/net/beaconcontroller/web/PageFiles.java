package net.beaconcontroller.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.web.access.Access;
import net.beaconcontroller.web.http.ProblemWriter;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The files of the web page: {@code /} is the page, and its scripts, styles and pictures are below {@code /ui/}. They
 * contain no data, so that {@link Access} requires no token for them. Browsers keep copies and revalidate them by their
 * entity tag. Safe for use by several threads.
 */
final class PageFiles extends Handler.Abstract {
    private static final String FOLDER = "/ui/";
    private static final String INDEX = FOLDER + "index.html";

    /** The files of uPlot, which draws the plots; its JAR file has its licence. */
    private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

    private static final Map<String, String> LIBRARIES = Map.of(
            FOLDER + "vendor/uplot.esm.js", UPLOT + "uPlot.esm.js",
            FOLDER + "vendor/uplot.css", UPLOT + "uPlot.min.css");

    /** No upper case, percent sign, backslash, hidden file or empty name: one path for each file. */
    private static final Pattern PATH = Pattern.compile("/ui/(?:[a-z0-9-]+/)*[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.([a-z]+)");

    private static final Map<String, String> CONTENT_TYPES = Map.of(
            "html", "text/html;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "svg", "image/svg+xml",
            "txt", "text/plain;charset=utf-8");

    /** Scripts and styles come from files only, so that text of a switch or a host cannot become a script. */
    private static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self'",
            "frame-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'");

    private final Map<String, PageFile> files = new ConcurrentHashMap<>();

    private record PageFile(ByteBuffer content, String contentType, String tag) {}

    /** Returns whether a path belongs to the page, and needs no token. */
    static boolean contains(String path) {
        return path.equals("/") || path.startsWith(FOLDER);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = String.valueOf(request.getHttpURI().getCanonicalPath());
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            Problem problem = Problem.of(405, "%s is not allowed for %s; send GET".formatted(method, path));
            ProblemWriter.write(problem, request, response, callback);
            return true;
        }
        Optional<PageFile> file = find(path.equals("/") ? INDEX : path);
        if (file.isEmpty()) {
            ProblemWriter.write(
                    Problem.of(404, "the page has no file %s".formatted(path)), request, response, callback);
            return true;
        }
        write(file.get(), request, response, callback);
        return true;
    }

    private Optional<PageFile> find(String path) {
        var matcher = PATH.matcher(path);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String contentType = CONTENT_TYPES.get(matcher.group(1));
        if (contentType == null) {
            return Optional.empty();
        }
        // a file that does not exist leaves no entry, so that the map is bounded
        return Optional.ofNullable(files.computeIfAbsent(path, _ -> read(path, contentType)));
    }

    private static @Nullable PageFile read(String path, String contentType) {
        try (InputStream in = PageFiles.class.getResourceAsStream(LIBRARIES.getOrDefault(path, path.substring(1)))) {
            if (in == null) {
                return null;
            }
            byte[] content = in.readAllBytes();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return new PageFile(
                    ByteBuffer.wrap(content), contentType, "\"" + HexFormat.of().formatHex(hash, 0, 12) + "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(PageFile file, Request request, Response response, Callback callback) {
        HttpFields.Mutable headers = response.getHeaders();
        headers.put("Content-Security-Policy", POLICY);
        headers.put(HttpHeader.CACHE_CONTROL, "no-cache");
        headers.put(HttpHeader.ETAG, file.tag);
        if (file.contentType.startsWith("text/javascript") || file.contentType.startsWith("text/css")) {
            // pages of applications run in sandboxed frames, whose origin is none, and use the styles and scripts
            headers.put(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        }
        if (request.getHeaders().contains(HttpHeader.IF_NONE_MATCH, file.tag)) {
            response.setStatus(304);
            response.write(true, ByteBuffer.allocate(0), callback);
            return;
        }
        headers.put(HttpHeader.CONTENT_TYPE, file.contentType);
        headers.put(HttpHeader.CONTENT_LENGTH, file.content.remaining());
        // Jetty leaves the body of a response to HEAD out
        response.write(true, file.content.duplicate(), callback);
    }
}

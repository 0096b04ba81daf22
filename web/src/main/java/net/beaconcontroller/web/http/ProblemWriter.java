package net.beaconcontroller.web.http;

import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.web.Problem;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Writes problems: as JSON, or as a page to a browser. As an error handler, it writes those that Jetty finds. */
public final class ProblemWriter extends ErrorHandler {
    private static final System.Logger LOG = System.getLogger(ProblemWriter.class.getName());

    /** Writes a problem as the response. */
    public static void write(Problem problem, Request request, Response response, Callback callback) {
        ProblemView view =
                ProblemView.of(problem, String.valueOf(request.getHttpURI().getPath()));
        keepOrClose(request, response);
        response.setStatus(view.status());
        String body;
        if (request.getHeaders().contains(HttpHeader.ACCEPT, "text/html")) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
            body = page(view);
        } else {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemView.MEDIA_TYPE);
            body = Json.MAPPER.writeValueAsString(view);
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    private static String page(ProblemView problem) {
        return """
                <!doctype html><html lang="en"><title>Beacon: %1$s</title><h1>%1$s</h1><p>%2$s</p></html>
                """.formatted(escape(problem.title()), escape(problem.detail()));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /**
     * Announces that the connection ends with the response if a part of the request's body is still to come. Otherwise
     * the client could send its next request on a connection that the server closes.
     */
    public static void keepOrClose(Request request, Response response) {
        if (!request.consumeAvailable()) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
    }

    /** Returns the exception for a connection that cannot be read or written any more. */
    public static EOFException endOfConnection(IOException cause) {
        var end = new EOFException("the connection has ended: " + cause.getMessage());
        end.initCause(cause);
        return end;
    }

    /**
     * Returns whether an exception, or its cause, was thrown because a connection had ended: by the client, or by a
     * timeout. This is not an error of the controller. Other parts can fail with the same exceptions as a connection
     * does, so that only those count that are thrown by {@link #endOfConnection}, and those of Jetty.
     */
    public static boolean isEndOfConnection(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof EOFException) {
                return true;
            }
        }
        return false;
    }

    /** Returns the problem of a request whose effect was not stored. */
    public static Problem ofNotStored(NotStoredException e) {
        return Problem.of(HttpStatus.INSUFFICIENT_STORAGE_507, String.valueOf(e.getMessage()));
    }

    /** Logs an exception, and returns a problem that has the number of the log line and nothing of the exception. */
    public static Problem ofBug(Throwable exception, String method, String path) {
        String id = UUID.randomUUID().toString().substring(0, 8);
        LOG.log(Level.ERROR, "error %s: %s %s failed".formatted(id, method, path), exception);
        return Problem.of(500, "internal error %s; the log of the controller has its cause".formatted(id));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Object cause = request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        Object message = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
        Problem problem = status == HttpStatus.INTERNAL_SERVER_ERROR_500
                        && cause instanceof Throwable throwable
                        && !isEndOfConnection(throwable)
                ? ofBug(
                        throwable,
                        request.getMethod(),
                        String.valueOf(request.getHttpURI().getPath()))
                : Problem.of(status, detail(status, message));
        write(problem, request, response, callback);
        return true;
    }

    private static String detail(int status, @Nullable Object message) {
        String text = message == null ? HttpStatus.getMessage(status) : message.toString();
        return "the request is refused: " + text;
    }
}

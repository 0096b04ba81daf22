package net.beaconcontroller.web.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import org.eclipse.jetty.server.Request;

/** Marks requests whose response is a stream: what its resource writes is sent when the resource flushes it. */
public final class Unbuffered {
    private static final String ATTRIBUTE = Unbuffered.class.getName();

    private Unbuffered() {}

    /** Marks a request, before the response is returned. */
    public static void request(ContainerRequestContext request) {
        request.setProperty(ATTRIBUTE, true);
    }

    /** Returns whether a request is marked. */
    public static boolean isMarked(Request request) {
        return request.getAttribute(ATTRIBUTE) != null;
    }
}

package net.beaconcontroller.web.rest;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.StaleGenerationException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Request;

/** Requests to switches for requests of clients: waits for the reply, and makes problems of failures. */
final class LiveRequests {
    /** The datapath id of a switch that the examples of the documentation have. */
    static final String EXAMPLE_SWITCH = "0000000000000001";

    static final String SWITCH = "datapath id of the switch, 16 hexadecimal digits";

    /** The code of what the switch's version of OpenFlow does not have. */
    static final String UNSUPPORTED = "unsupported";

    private LiveRequests() {}

    /** Returns a connected switch. If there is none, ends the request with a problem. */
    static Switch find(Controller controller, String id) {
        long datapathId = Problem.parse("id", id, DatapathId::parse, DatapathId.NEEDED);
        return controller.switchOf(datapathId).orElseThrow(() -> Problem.of(
                        404, "switch %s is not connected".formatted(id))
                .at("id", id));
    }

    /** Returns an address as {@code host:port}. */
    static String text(SocketAddress address) {
        return address instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
                : address.toString();
    }

    /** Returns the problem of a field that does not follow the notation of ovs-ofctl. */
    static Problem ofNotation(String field, String text, NotationException e) {
        // without the line that shows the error in the text
        String firstLine = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return Problem.ofField(field, text, firstLine)
                .at(field, e.column(), e.part())
                .withReason(e.reason());
    }

    /** Sends a request and returns the reply. */
    static <R extends Message> R ask(Switch sw, Request<R> request) {
        try {
            return await(sw, sw.request(request));
        } catch (UnsupportedByVersionException e) {
            throw problem(sw, e);
        }
    }

    /** Returns the elements of a reply by a number that each has. Of those with the same number, the first one. */
    static <T> Map<Long, T> byKey(List<T> all, Function<T, Long> key) {
        return all.stream().collect(Collectors.toMap(key, one -> one, (one, _) -> one));
    }

    /** Waits for the reply of a switch. */
    static <R> R await(Switch sw, CompletableFuture<R> reply) {
        try {
            return reply.join();
        } catch (CompletionException e) {
            throw problem(sw, e.getCause() == null ? e : e.getCause());
        } catch (CancellationException e) {
            throw problem(sw, e);
        }
    }

    /** Returns the problem that a failed request is. */
    static RuntimeException problem(Switch sw, Throwable cause) {
        return switch (cause) {
            case RequestRefusedException e ->
                Problem.of(
                        502,
                        "switch %s refused the request: %s"
                                .formatted(sw, e.error().description(sw.version())));
            case StaleGenerationException e -> Problem.of(409, String.valueOf(e.getMessage()));
            case TimeoutException e -> Problem.of(504, String.valueOf(e.getMessage()));
            case IOException e -> Problem.of(503, String.valueOf(e.getMessage()));
            case UnsupportedByVersionException e ->
                Problem.of(409, "switch %s: %s".formatted(sw, e.getMessage())).withCode(UNSUPPORTED);
            default -> new IllegalStateException(cause);
        };
    }
}

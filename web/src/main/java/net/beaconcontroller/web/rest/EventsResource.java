package net.beaconcontroller.web.rest;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.runtime.events.EventLog;
import org.jspecify.annotations.Nullable;

/** The events: those that are kept, and a stream of all that follow (Server-Sent Events). */
@Path("events")
@Produces({MediaType.APPLICATION_JSON, MediaType.SERVER_SENT_EVENTS})
public final class EventsResource implements AutoCloseable {
    private static final int MAX_LIMIT = 10_000;
    private static final int DEFAULT_LIMIT = 1_000;

    private final EventLog log;
    private final EventStreams streams;

    /** An event. */
    public record EventView(
            @Description("its number; later events have larger ones, also after a restart of the controller")
            long id,

            @Description("when it was published") Instant time,

            @Description("what happened, such as link.removed; stream.gap if events were lost: read everything again")
            String type,

            @Description("the object of the event, such as a datapath id")
            String subject,

            @Description("info, warning or alarm") String severity,
            @Description("what happened, for people") String text,
            @Description("what happened, for programs") Map<String, Object> details) {}

    /** @param tokenExists returns whether there is a token of this name: the stream of a revoked one ends */
    public EventsResource(EventLog log, Predicate<String> tokenExists) {
        this.log = log;
        this.streams = new EventStreams(log, tokenExists);
    }

    @GET
    @Description(
            value = "Returns the newest events, the oldest of them first; with follow=true, a stream of events as they"
                    + " are published (Server-Sent Events).",
            returns = EventView[].class)
    public Response events(
            @QueryParam("types")
                    @DefaultValue("")
                    @Description("the types to return, up to the first dot, with commas: switch,link; all if left out")
                    String types,
            @QueryParam("follow") @DefaultValue("false") @Description("whether to return a stream") boolean follow,
            @QueryParam("after")
                    @Description("the id of the last event that is known already; the header Last-Event-ID has"
                            + " precedence")
                    @Nullable
                    Long after,
            @QueryParam("limit")
                    @Description("the number of events at most, up to 10000; 1000 if left out. Of a stream without"
                            + " 'after', the number of kept events that it begins with; none if left out")
                    @Nullable
                    Integer limit,
            @HeaderParam("Last-Event-ID") @Nullable String lastEventId,
            @Context ContainerRequestContext request) {
        if (limit != null && (limit < 0 || limit > MAX_LIMIT)) {
            throw Problem.ofField("limit", limit, "needs a number from 0 to %d".formatted(MAX_LIMIT));
        }
        Predicate<String> wanted = wanted(types);
        Long from = lastEventId == null ? after : Long.valueOf(idOf(lastEventId));
        return follow
                ? streams.response(request, wanted, from, limit == null ? 0 : limit)
                : Response.ok(
                                new GenericEntity<List<EventView>>(
                                        kept(wanted, from, limit == null ? DEFAULT_LIMIT : limit)) {},
                                MediaType.APPLICATION_JSON_TYPE)
                        .build();
    }

    /**
     * Returns the id in a header that a browser sends. Another text is not the id of an event, so that there is a gap.
     */
    private static long idOf(String header) {
        try {
            return Long.parseLong(header.strip());
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static Predicate<String> wanted(String types) {
        Set<String> prefixes = Arrays.stream(types.split(","))
                .map(String::strip)
                .filter(prefix -> !prefix.isEmpty())
                .collect(Collectors.toSet());
        return prefixes.isEmpty() ? _ -> true : type -> prefixes.contains(prefix(type));
    }

    private static String prefix(String type) {
        int dot = type.indexOf('.');
        return dot < 0 ? type : type.substring(0, dot);
    }

    private List<EventView> kept(Predicate<String> wanted, @Nullable Long after, int limit) {
        if (after == null) {
            return LazyList.of(log.newest(wanted, limit), EventEncoder::view);
        }
        EventLog.Batch batch = log.read(after, wanted, Math.max(limit, 1));
        var views = new ArrayList<EventView>();
        if (batch.lostId() > 0) {
            views.add(EventEncoder.gap(batch.lostId()));
        }
        batch.events().stream().limit(limit).map(EventEncoder::view).forEach(views::add);
        return views;
    }

    /** Ends the streams. */
    @Override
    public void close() {
        streams.close();
    }
}

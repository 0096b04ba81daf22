package net.beaconcontroller.web.rest;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.runtime.events.KeptEvent;
import net.beaconcontroller.web.http.Json;
import net.beaconcontroller.web.rest.EventsResource.EventView;
import org.jspecify.annotations.Nullable;

/**
 * Encodes events for streams, each once: the newest are kept in a table, because all streams need them at about the
 * same time. Safe for use by several threads.
 */
final class EventEncoder {
    private static final int CACHED = 1_024;

    private static final class Encoded {
        final long id;
        final byte[] json;

        Encoded(KeptEvent event) {
            this.id = event.id();
            this.json = json(view(event));
        }
    }

    private final AtomicReferenceArray<@Nullable Encoded> cache = new AtomicReferenceArray<>(CACHED);

    /** Returns the JSON of an event, one line in UTF-8. */
    byte[] json(KeptEvent event) {
        int place = (int) (event.id() % CACHED);
        Encoded known = cache.get(place);
        if (known == null || known.id != event.id()) {
            known = new Encoded(event);
            cache.set(place, known);
        }
        return known.json;
    }

    static byte[] json(EventView event) {
        return Json.MAPPER.writeValueAsBytes(event);
    }

    static EventView view(KeptEvent kept) {
        Event event = kept.event();
        return new EventView(
                kept.id(),
                kept.time(),
                event.type(),
                event.subject(),
                Words.of(event.severity()),
                event.text(),
                new LinkedHashMap<>(event.details()));
    }

    /**
     * Returns the event that reports a gap.
     *
     * @param id that of the last lost event
     */
    static EventView gap(long id) {
        return new EventView(
                id,
                Instant.now(),
                "stream.gap",
                "",
                Words.of(Event.Severity.WARNING),
                "events were lost: read everything again",
                Map.of());
    }
}

package net.beaconcontroller.runtime.events;

import java.util.Collection;
import java.util.Map;
import net.beaconcontroller.api.Event;
import org.jspecify.annotations.Nullable;

/** The memory that events take, and limits of it. The estimates are those of a JVM with compressed pointers. */
final class EventSize {
    private static final int MAX_TEXT = 1_000;
    private static final String ELLIPSIS = "...";
    private static final int MAX_DETAILS_BYTES = 32 << 10;

    /** The event itself, and its places in the log. */
    private static final int EVENT_BYTES = 350;

    private static final int OBJECT_BYTES = 24;
    private static final int TEXT_BYTES = 56;
    /** An entry of a map, whose key is usually a constant. */
    private static final int ENTRY_BYTES = 48;

    private static final int MAP_BYTES = 136;

    private EventSize() {}

    /** Returns an event with texts that are not too long, and without details if they are too large. */
    static Event limit(Event event) {
        boolean isLarge = bytes(event.details()) > MAX_DETAILS_BYTES;
        if (!isLarge && event.text().length() <= MAX_TEXT && event.subject().length() <= MAX_TEXT) {
            return event;
        }
        return new Event(
                event.type(),
                cut(event.subject()),
                event.severity(),
                cut(event.text()),
                isLarge
                        ? Map.of("omitted", "details of more than %d bytes".formatted(MAX_DETAILS_BYTES))
                        : event.details());
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - ELLIPSIS.length()) + ELLIPSIS;
    }

    /** Returns an estimate of the memory that an event takes in the log. */
    static int bytes(Event event) {
        return EVENT_BYTES + bytes(event.subject()) + bytes(event.text()) + bytes(event.details());
    }

    private static int bytes(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case String text -> TEXT_BYTES + text.length();
            case Map<?, ?> map -> {
                int sum = MAP_BYTES;
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    sum += ENTRY_BYTES + bytes(entry.getValue());
                }
                yield sum;
            }
            case Collection<?> elements -> {
                int sum = MAP_BYTES;
                for (Object element : elements) {
                    sum += bytes(element);
                }
                yield sum;
            }
            default -> OBJECT_BYTES;
        };
    }
}

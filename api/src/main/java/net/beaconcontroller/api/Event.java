package net.beaconcontroller.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, for people and for programs that watch the network; see {@link Events}. Immutable.
 *
 * <p>All texts are data, and may have any characters: a reader that shows them on a page or a terminal escapes them.
 *
 * @param type what happened: lower-case words with dots, such as {@code link.removed}. Readers select events by the
 *     part before the first dot; for an application's own events, that is the name of the application
 * @param subject the object of the event, such as a datapath id, or the MAC address of a device
 * @param severity how urgent it is
 * @param text a description in one line
 * @param details the same for programs. Numbers, booleans, texts, null, and lists and maps of these are kept as they
 *     are; of other values, the result of {@code toString}
 */
public record Event(
        String type, String subject, Severity severity, String text, Map<String, ? extends @Nullable Object> details) {
    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)*");
    private static final int MAX_TYPE_LENGTH = 100;

    /** How urgent an event is. */
    public enum Severity {
        /** Part of normal operation. */
        INFO,
        /** Something to look at, sooner or later. */
        WARNING,
        /** Something that needs a person now. */
        ALARM
    }

    /**
     * Creates an event.
     *
     * @throws IllegalArgumentException if the type has another form
     */
    public Event {
        if (type.length() > MAX_TYPE_LENGTH || !TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException(
                    ("type %s: needs words of lower-case letters, digits and hyphens, separated by dots, "
                                    + "with at most %d characters")
                            .formatted(type, MAX_TYPE_LENGTH));
        }
        details = copy(details);
    }

    /** Creates an event without details. */
    public Event(String type, String subject, Severity severity, String text) {
        this(type, subject, severity, text, Map.of());
    }

    /** Copies a map, ordered by names, without objects of an application, whose classes it would keep in memory. */
    private static Map<String, @Nullable Object> copy(Map<?, ?> map) {
        var copy = new TreeMap<String, @Nullable Object>();
        map.forEach((name, value) -> copy.put(String.valueOf(name), plain(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Boolean bool -> bool;
            case Integer number -> number;
            case Long number -> number;
            case Double number -> number;
            case Map<?, ?> map -> copy(map);
            case Collection<?> elements -> copy(elements);
            default -> value.toString();
        };
    }

    private static List<@Nullable Object> copy(Collection<?> elements) {
        var copy = new ArrayList<@Nullable Object>(elements.size());
        elements.forEach(element -> copy.add(plain(element)));
        return Collections.unmodifiableList(copy);
    }
}

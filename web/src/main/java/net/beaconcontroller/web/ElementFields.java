package net.beaconcontroller.web;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import net.beaconcontroller.web.http.JsonSchema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the fields of the elements of a list, by their names in JSON. Those of records are read one by one; of other
 * elements, all fields are converted to JSON. Used by one thread.
 */
final class ElementFields {
    private final JsonMapper mapper;
    private final Map<Class<?>, Map<String, Method>> accessors = new HashMap<>();
    private final Set<String> names = new LinkedHashSet<>();

    ElementFields(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** Returns the names of the fields of all elements that were read by {@link #sortKey}. */
    Set<String> names() {
        return names;
    }

    /** Returns the value of a field as a number, or as its text in JSON: empty for null and for an absent field. */
    Comparable<?> sortKey(Object element, String field) {
        if (element.getClass().isRecord()) {
            Map<String, Method> fields = accessors(element.getClass());
            names.addAll(fields.keySet());
            Method accessor = fields.get(field);
            return sortKey(accessor == null ? null : value(element, accessor));
        }
        JsonNode node = mapper.valueToTree(element);
        names.addAll(node.propertyNames());
        return sortKey(node.path(field));
    }

    private Comparable<?> sortKey(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            case Number number -> number.doubleValue();
            case JsonNode node when node.isNumber() -> node.doubleValue();
            case JsonNode node -> node.asString("");
            default -> sortKey(mapper.<JsonNode>valueToTree(value));
        };
    }

    /** Returns whether the text of a value, or of a part of it, contains a word in lower case. */
    boolean contains(@Nullable Object value, String word) {
        return switch (value) {
            case null -> false;
            case String text -> text.toLowerCase(Locale.ROOT).contains(word);
            case Number number -> contains(number.toString(), word);
            case Collection<?> parts -> parts.stream().anyMatch(part -> contains(part, word));
            case Record parts ->
                accessors(parts.getClass()).values().stream()
                        .anyMatch(accessor -> contains(value(parts, accessor), word));
            case JsonNode node when node.isContainer() -> node.valueStream().anyMatch(part -> contains(part, word));
            case JsonNode node -> !node.isNull() && contains(node.asString(), word);
            default -> contains(mapper.<JsonNode>valueToTree(value), word);
        };
    }

    private Map<String, Method> accessors(Class<?> type) {
        return accessors.computeIfAbsent(type, _ -> {
            var fields = new LinkedHashMap<String, Method>();
            for (RecordComponent component : type.getRecordComponents()) {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                fields.put(JsonSchema.name(component), accessor);
            }
            return fields;
        });
    }

    private static @Nullable Object value(Object element, Method accessor) {
        try {
            return accessor.invoke(element);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}

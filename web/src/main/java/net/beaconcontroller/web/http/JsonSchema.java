package net.beaconcontroller.web.http;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The types of JSON schema that Java types have. */
public final class JsonSchema {
    private JsonSchema() {}

    /** Returns the type's name in JSON schema. */
    public static String typeOf(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return "boolean";
        }
        if (type == double.class || type == float.class || type == Double.class || type == Float.class) {
            return "number";
        }
        if ((type.isPrimitive() && type != char.class) || Number.class.isAssignableFrom(type)) {
            return "integer";
        }
        if (type.isArray() || Iterable.class.isAssignableFrom(type)) {
            return "array";
        }
        return type.isRecord() || java.util.Map.class.isAssignableFrom(type) ? "object" : "string";
    }

    /** Returns the constants of an enum, as they are written in JSON. */
    public static List<String> constants(Class<?> type) {
        return Arrays.stream(type.getFields())
                .filter(field -> field.isEnumConstant())
                .map(field -> {
                    JsonProperty name = field.getAnnotation(JsonProperty.class);
                    return name == null ? field.getName().toLowerCase(Locale.ROOT) : name.value();
                })
                .toList();
    }

    /** Returns the name that a component of a record has in JSON. */
    public static String name(RecordComponent component) {
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed == null ? component.getName() : renamed.value();
    }
}

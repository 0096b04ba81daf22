package net.beaconcontroller.console;

import java.io.StringWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Formats JSON objects, each as one line of ASCII. Uses the streaming API of Jackson: an object mapper takes 0.3 s to
 * create, and scripts start commands thousands of times.
 */
public final class JsonLine {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private JsonLine() {}

    /**
     * Returns the object with these properties, in the order of the map.
     *
     * @param properties numbers, booleans, lists, maps and nulls; other values are written as text
     */
    public static String of(Map<String, ? extends @Nullable Object> properties) {
        var line = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), line)) {
            write(json, properties);
        }
        // JSON requires no escape for DEL.
        return line.toString().replace("\u007f", "\\u007F");
    }

    private static void write(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case null -> json.writeNull();
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case BigInteger number -> json.writeNumber(number);
            case Boolean bool -> json.writeBoolean(bool);
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(element -> write(json, element));
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeStartObject();
                map.forEach((name, property) -> {
                    json.writeName(String.valueOf(name));
                    write(json, property);
                });
                json.writeEndObject();
            }
            default -> json.writeString(value.toString());
        }
    }
}

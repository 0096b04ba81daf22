package net.beaconcontroller.openflow.notation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON as maps, lists, strings, numbers, booleans and null. It uses the streaming API of Jackson, because an
 * object mapper takes longer to create than a command takes to run.
 */
public final class JsonReader {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonReader() {}

    /**
     * Parses a text.
     *
     * @throws tools.jackson.core.JacksonException if it is not JSON
     */
    public static @Nullable Object parse(String text) {
        try (JsonParser parser = open(text)) {
            parser.nextToken();
            return value(parser);
        }
    }

    /** Returns a parser before the first token of a text. */
    public static JsonParser open(String text) {
        return FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /** Returns the value that begins with the current token, whose last token is the current one then. */
    public static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    object.put(name, value(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<@Nullable Object> array = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                yield array;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> parser.getString();
        };
    }
}

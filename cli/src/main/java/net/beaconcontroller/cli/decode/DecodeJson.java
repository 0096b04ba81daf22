package net.beaconcontroller.cli.decode;

import java.io.StringWriter;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import net.beaconcontroller.openflow.message.Envelope;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Formats messages as JSON, one ASCII object per line. Uses the streaming API of Jackson: an object mapper takes 0.3 s
 * to create, and scripts start this command thousands of times.
 */
final class DecodeJson implements DecodeFormat {
    /** Names outside the message fields. A field with such a name gets the prefix {@link #BODY}. */
    private static final Set<String> TAKEN =
            Set.of("version", "type", "xid", "reencoded", "time", "source", "destination", "error");

    private static final String BODY = "body_";

    private final JsonFactory factory =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    @Override
    public String message(@Nullable CaptureOrigin origin, Envelope envelope) {
        return object(json -> {
            json.writeNumberProperty("version", envelope.version().wire());
            json.writeStringProperty("type", envelope.message().type().name());
            json.writeNumberProperty("xid", envelope.xid());
            json.writeStringProperty("reencoded", HexFormat.of().formatHex(envelope.toBytes()));
            origin(json, origin);
            envelope.fields().forEach((name, value) -> {
                json.writeName(TAKEN.contains(name) ? BODY + name : name);
                value(json, value);
            });
        });
    }

    @Override
    public String error(@Nullable CaptureOrigin origin, DecodeError error) {
        return object(json -> {
            json.writeStringProperty("error", error.error());
            json.writeStringProperty("field", error.field());
            json.writeNumberProperty("offset", error.offset());
            json.writeName("errorType");
            value(json, error.errorType());
            json.writeName("errorCode");
            value(json, error.errorCode());
            origin(json, origin);
        });
    }

    private String object(Consumer<JsonGenerator> properties) {
        var line = new StringWriter();
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            properties.accept(json);
            json.writeEndObject();
        }
        // JSON requires no escape for DEL.
        return line.toString().replace("\u007f", "\\u007F");
    }

    private static void origin(JsonGenerator json, @Nullable CaptureOrigin origin) {
        if (origin != null) {
            json.writeStringProperty("time", origin.time().toString());
            json.writeStringProperty("source", origin.source().toString());
            json.writeStringProperty("destination", origin.destination().toString());
        }
    }

    private static void value(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case null -> json.writeNull();
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case BigInteger number -> json.writeNumber(number);
            case Boolean bool -> json.writeBoolean(bool);
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(element -> value(json, element));
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeStartObject();
                map.forEach((name, field) -> {
                    json.writeName(String.valueOf(name));
                    value(json, field);
                });
                json.writeEndObject();
            }
            default -> json.writeString(value.toString());
        }
    }
}

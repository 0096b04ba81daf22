package net.beaconcontroller.decode;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.openflow.message.Envelope;
import org.jspecify.annotations.Nullable;

/** Formats messages as JSON, one object per line. */
final class DecodeJson implements DecodeFormat {
    /** Names outside the message fields. A field with such a name gets the prefix {@link #BODY}. */
    private static final Set<String> TAKEN =
            Set.of("version", "type", "xid", "reencoded", "time", "source", "destination", "error");

    private static final String BODY = "body_";

    @Override
    public String message(@Nullable CaptureOrigin origin, Envelope envelope) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        object.put("version", envelope.version().wire());
        object.put("type", envelope.message().type().name());
        object.put("xid", envelope.xid());
        object.put("reencoded", HexFormat.of().formatHex(envelope.toBytes()));
        put(object, origin);
        envelope.fields().forEach((name, value) -> object.put(TAKEN.contains(name) ? BODY + name : name, value));
        return JsonLine.of(object);
    }

    @Override
    public String error(@Nullable CaptureOrigin origin, DecodeError error) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        object.put("error", error.error());
        object.put("field", error.field());
        object.put("offset", error.offset());
        object.put("errorType", error.errorType());
        object.put("errorCode", error.errorCode());
        put(object, origin);
        return JsonLine.of(object);
    }

    private static void put(Map<String, @Nullable Object> object, @Nullable CaptureOrigin origin) {
        if (origin != null) {
            object.put("time", origin.time());
            object.put("source", origin.source());
            object.put("destination", origin.destination());
        }
    }
}

package net.beaconcontroller.web.http;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The mapping of records to JSON. Safe for use by several threads. */
public final class Json {
    /** The mapper of the controller's own types. Applications have others, so that their classes can be unloaded. */
    public static final JsonMapper MAPPER = newMapper();

    private Json() {}

    /** Returns a mapper that refuses unknown properties, and anything after the value. */
    public static JsonMapper newMapper() {
        return JsonMapper.builder()
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }
}

package net.beaconcontroller.web.http;

import net.beaconcontroller.api.web.Problem;
import org.jspecify.annotations.Nullable;

/** Checks of bodies of requests. */
public final class Body {
    private Body() {}

    /** Returns the body. If there is none, ends the request with a problem. */
    public static <T> T require(@Nullable T body) {
        if (body == null) {
            throw Problem.of(400, "a body in JSON is needed").withCode(Problem.MISSING);
        }
        return body;
    }

    /** Returns the value of a field. If there is none, ends the request with a problem. */
    public static <T> T require(String field, @Nullable T value) {
        if (value == null) {
            throw Problem.ofMissing(field, "is missing");
        }
        return value;
    }
}

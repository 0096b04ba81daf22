package net.beaconcontroller.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import net.beaconcontroller.api.store.NotStoredException;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Problem details (RFC 9457).
 *
 * @param type always {@code about:blank}: the status tells the kind of problem
 * @param title the reason phrase of the status
 * @param detail the refused value and the valid ones, for people
 * @param instance the path of the request
 * @param field the field of the request that is wrong, such as {@code changes[0].action}
 * @param value the value of that field
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        @Nullable String instance,
        @Nullable String field,
        @Nullable Object value) {
    static final String MEDIA_TYPE = "application/problem+json";

    /** Creates a problem. */
    public static Problem of(int status, String detail) {
        return new Problem("about:blank", HttpStatus.getMessage(status), status, detail, null, null, null);
    }

    /** Creates the problem of a request whose effect was not stored. */
    public static Problem notStored(NotStoredException e) {
        return of(HttpStatus.INSUFFICIENT_STORAGE_507, String.valueOf(e.getMessage()));
    }

    /**
     * Creates the exception for a wrong field of a request.
     *
     * @param needs the valid values, such as "needs one of debug, info"
     */
    public static ProblemException ofField(String field, @Nullable Object value, String needs) {
        return new ProblemException(
                of(400, "%s = %s: %s".formatted(field, value, needs)).at(field, value));
    }

    /** Returns this problem with the field that is wrong. */
    public Problem at(String wrongField, @Nullable Object wrongValue) {
        return new Problem(type, title, status, detail, instance, wrongField, wrongValue);
    }

    /** Returns this problem with the path of the request. */
    Problem in(String path) {
        return new Problem(type, title, status, detail, path, field, value);
    }
}

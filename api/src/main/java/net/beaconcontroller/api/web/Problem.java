package net.beaconcontroller.api.web;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of a request. A REST resource throws it, or code that the resource calls, and the client receives problem
 * details (RFC 9457): {@code detail} is for people; programs compare {@code code} and read the other members. Used by
 * one thread.
 *
 * <pre>{@code
 * throw Problem.ofField("vlan", vlan, "needs a number from 1 to 4094");
 * throw Problem.of(409, "there is already a rule %s".formatted(name)).withCode(Problem.EXISTS).at("name", name);
 * }</pre>
 */
public final class Problem extends RuntimeException {
    /** The code of a field that has no value, and needs one. */
    public static final String MISSING = "missing";

    /** The code of an object to add whose name another one has. */
    public static final String EXISTS = "exists";

    private static final long serialVersionUID = 1;
    private static final int BAD_REQUEST = 400;

    private final int status;
    private @Nullable String code;
    private @Nullable String field;
    private transient @Nullable Object value;
    private @Nullable Integer column;
    private @Nullable String reason;
    private transient @Nullable List<?> problems;

    private Problem(int status, String detail) {
        super(detail);
        this.status = status;
    }

    /**
     * Creates a problem.
     *
     * @param status the HTTP status, from 400 on
     * @param detail the refusal, the value, and the valid values
     */
    public static Problem of(int status, String detail) {
        return new Problem(status, detail);
    }

    /**
     * Creates the problem of a field with an invalid value, with the status 400.
     *
     * @param field the field of the body or the parameter, such as {@code changes[0].action}
     * @param reason the valid values, such as {@code needs one of debug, info}
     */
    public static Problem ofField(String field, @Nullable Object value, String reason) {
        return ofField(BAD_REQUEST, field, value, reason);
    }

    /** Creates the problem of a field whose value is refused, with another status: 404 for an unknown name. */
    public static Problem ofField(int status, String field, @Nullable Object value, String reason) {
        String detail = "%s = %s: %s".formatted(field, value, reason);
        return of(status, detail).withReason(reason).at(field, value);
    }

    /**
     * Returns the value of a field. If the parser throws an {@link IllegalArgumentException}, the request ends with the
     * problem of the field.
     *
     * @param reason the valid values
     */
    public static <T> T parse(String field, String text, Function<String, T> parser, String reason) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException _) {
            throw ofField(field, text, reason);
        }
    }

    /**
     * Creates the problem of a field that is missing, with the status 400.
     *
     * @param reason such as {@code is missing; needs true or false}
     */
    public static Problem ofMissing(String field, String reason) {
        String detail = "%s: %s".formatted(field, reason);
        return of(BAD_REQUEST, detail).withCode(MISSING).withReason(reason).at(field, null);
    }

    /** Sets the code: lower-case words and hyphens, which programs compare. */
    public Problem withCode(String newCode) {
        code = newCode;
        return this;
    }

    /** Sets the reason: the error without the field and its value, to be shown at the field. */
    public Problem withReason(String newReason) {
        reason = newReason;
        return this;
    }

    /** Sets all problems of the request, of which this is the first one. */
    public Problem withAll(List<?> all) {
        problems = all;
        return this;
    }

    /** Sets the field that is wrong, and its value. */
    public Problem at(String wrongField, @Nullable Object wrongValue) {
        field = wrongField;
        value = wrongValue;
        return this;
    }

    /**
     * Sets the field that is wrong, and the wrong part of its text.
     *
     * @param wrongColumn from 1; the length of the text plus 1 if something is missing at its end
     * @param part the part that begins there; empty if something is missing
     */
    public Problem at(String wrongField, int wrongColumn, String part) {
        column = wrongColumn;
        return at(wrongField, part);
    }

    public int status() {
        return status;
    }

    /** Returns the refusal, the value, and the valid values, for people. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    /** Returns the kind of the error, for programs; null if the status suffices. */
    public @Nullable String code() {
        return code;
    }

    /** Returns the field of the body or the parameter that is wrong. */
    public @Nullable String field() {
        return field;
    }

    /** Returns the value of the field; the wrong part of it if there is a column. */
    public @Nullable Object value() {
        return value;
    }

    /** Returns where the wrong part of the field's text begins, from 1. */
    public @Nullable Integer column() {
        return column;
    }

    /** Returns the error without the field and its value. */
    public @Nullable String reason() {
        return reason;
    }

    /** Returns all problems of the request, if it may have several. */
    public @Nullable List<?> problems() {
        return problems;
    }
}

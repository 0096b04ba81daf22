package net.beaconcontroller.openflow;

/**
 * Thrown when a message violates the specification of its version. It has the type and the code of the ERROR reply,
 * OpenFlow 1.5.1 section 7.5.4, as numbered in the version of the message.
 */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** OFPET_BAD_REQUEST: the request was not understood. */
    public static final int BAD_REQUEST = 1;

    /** OFPBRC_BAD_VERSION: the version of the header is not supported. */
    public static final int BAD_VERSION = 0;
    /** OFPBRC_BAD_TYPE: the message type is not supported. */
    public static final int BAD_TYPE = 1;
    /** OFPBRC_BAD_LEN: wrong length. */
    public static final int BAD_LEN = 6;

    /** OFPBRC_BAD_PORT: invalid port; OpenFlow 1.3 and later. */
    public static final int BAD_PORT = 11;

    private final int errorType;
    private final int errorCode;
    private final String field;
    private final int offset;
    private final String reason;

    /** Creates an exception about the message as a whole. */
    public MalformedMessageException(int errorType, int errorCode, String reason) {
        this(errorType, errorCode, "", 0, reason, reason);
    }

    private MalformedMessageException(
            int errorType, int errorCode, String field, int offset, String reason, String message) {
        super(message);
        this.errorType = errorType;
        this.errorCode = errorCode;
        this.field = field;
        this.offset = offset;
        this.reason = reason;
    }

    public MalformedMessageException(ErrorCode refusal, Version version, String field, int offset, String reason) {
        this(refusal.type(version), refusal.code(version), field, offset, reason, text(field, offset, reason));
    }

    private static String text(String field, int offset, String reason) {
        return "%s at byte %d: %s".formatted(field, offset, reason);
    }

    /** Returns this exception with the field in the named structure. */
    public MalformedMessageException within(String structure) {
        String path = field.isEmpty() || field.startsWith("[") ? structure + field : structure + "." + field;
        return new MalformedMessageException(errorType, errorCode, path, offset, reason, text(path, offset, reason));
    }

    /** Returns this exception with the message in its text. */
    public MalformedMessageException of(String message) {
        return new MalformedMessageException(
                errorType, errorCode, field, offset, reason, message + ": " + text(field, offset, reason));
    }

    /** Returns the OFPET_ number, 16 bits. */
    public int errorType() {
        return errorType;
    }

    /** Returns the number of the error within the type, 16 bits. */
    public int errorCode() {
        return errorCode;
    }

    /**
     * Returns the path of the field by the names of the specification, such as {@code
     * instructions[0].actions[2].length}; empty if the error is about the message as a whole.
     */
    public String field() {
        return field;
    }

    /** Returns the offset of the field from the start of the message in bytes. */
    public int offset() {
        return offset;
    }
}

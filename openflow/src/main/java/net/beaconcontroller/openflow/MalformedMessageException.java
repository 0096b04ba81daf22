package net.beaconcontroller.openflow;

/**
 * A message that its version's specification does not allow. It carries what the ERROR reply to the peer says: the type and
 * code of OpenFlow 1.5.1 section 7.5.4, as the message's version numbers them.
 */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** OFPET_HELLO_FAILED: the two sides cannot speak with each other. */
    public static final int HELLO_FAILED = 0;

    /** OFPHFC_INCOMPATIBLE: they have no version in common. */
    public static final int INCOMPATIBLE = 0;

    /** OFPET_BAD_REQUEST: the message as a whole is wrong. */
    public static final int BAD_REQUEST = 1;

    /** OFPBRC_BAD_VERSION: the version is another, or not known. */
    public static final int BAD_VERSION = 0;
    /** OFPBRC_BAD_TYPE: the type of message is not known. */
    public static final int BAD_TYPE = 1;
    /** OFPBRC_BAD_LEN: a length is wrong. */
    public static final int BAD_LEN = 6;

    /** OFPBRC_BAD_PORT: there is no such port; OpenFlow 1.3 and later. */
    public static final int BAD_PORT = 11;

    private final int errorType;
    private final int errorCode;
    private final String field;
    private final int offset;
    private final String reason;

    /** A message that is refused as a whole. */
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
        this(refusal.type(version), refusal.code(version), field, offset, reason, say(field, offset, reason));
    }

    private static String say(String field, int offset, String reason) {
        return "%s at byte %d: %s".formatted(field, offset, reason);
    }

    /** The same, said of a field of the named structure. */
    public MalformedMessageException within(String structure) {
        String path = field.isEmpty() || field.startsWith("[") ? structure + field : structure + "." + field;
        return new MalformedMessageException(errorType, errorCode, path, offset, reason, say(path, offset, reason));
    }

    /** The same, said of this message. */
    public MalformedMessageException of(String message) {
        return new MalformedMessageException(
                errorType, errorCode, field, offset, reason, message + ": " + say(field, offset, reason));
    }

    /** The OFPET_ number, 16 bits. */
    public int errorType() {
        return errorType;
    }

    /** The number within the type, 16 bits. */
    public int errorCode() {
        return errorCode;
    }

    /**
     * Which field was refused, by the specification's names and from the outside in, such as {@code
     * instructions[0].actions[2].length}; empty if it is the message as a whole.
     */
    public String field() {
        return field;
    }

    /** Where the field begins, in bytes from the begin of the message. */
    public int offset() {
        return offset;
    }
}

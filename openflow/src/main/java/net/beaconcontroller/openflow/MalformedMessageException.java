package net.beaconcontroller.openflow;

/**
 * A message that its version's specification does not allow. It carries what the ERROR reply to the peer says: the type and
 * code of OpenFlow 1.3.5 section 7.5.4, of which the ones used here are the same in all versions.
 */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** OFPET_HELLO_FAILED, and its code for no version in common. */
    public static final int HELLO_FAILED = 0;

    public static final int INCOMPATIBLE = 0;

    /** OFPET_BAD_REQUEST and its codes. */
    public static final int BAD_REQUEST = 1;

    public static final int BAD_VERSION = 0;
    public static final int BAD_TYPE = 1;
    public static final int BAD_LEN = 6;

    /** OFPBRC_BAD_PORT; OpenFlow 1.3 and later. */
    public static final int BAD_PORT = 11;

    /** OFPET_BAD_ACTION and its code for a length. */
    static final int BAD_ACTION = 2;

    static final int BAD_ACTION_LEN = 1;

    private final int errorType;
    private final int errorCode;

    public MalformedMessageException(int errorType, int errorCode, String message) {
        super(message);
        this.errorType = errorType;
        this.errorCode = errorCode;
    }

    static MalformedMessageException badLength(String message) {
        return new MalformedMessageException(BAD_REQUEST, BAD_LEN, message);
    }

    /** A number that means nothing in its field: to the specification, a kind of request that is not known. */
    static MalformedMessageException badValue(String message) {
        return new MalformedMessageException(BAD_REQUEST, BAD_TYPE, message);
    }

    public int errorType() {
        return errorType;
    }

    public int errorCode() {
        return errorCode;
    }
}

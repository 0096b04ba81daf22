package net.beaconcontroller.openflow;

/**
 * The errors that this library and the emulated switch report, OpenFlow 1.5.1 section 7.5.4: the type and the code of
 * an ERROR message. OpenFlow 1.0 numbers some of them differently, see its section 5.4.4.
 */
public enum ErrorCode {
    // Hello failed.
    HELLO_INCOMPATIBLE(0, 0),
    // Bad request.
    BAD_VERSION(1, 0),
    BAD_TYPE(1, 1),
    BAD_MULTIPART(1, 2),
    BAD_EXPERIMENTER(1, 3),
    EPERM(1, 5),
    BAD_LEN(1, 6),
    BUFFER_EMPTY(1, 7),
    BUFFER_UNKNOWN(1, 8),
    BAD_TABLE_ID(1, 9),
    IS_SLAVE(1, 10),
    BAD_PORT(1, 11),
    // Bad action.
    BAD_ACTION_TYPE(2, 0),
    BAD_ACTION_LEN(2, 1),
    BAD_ACTION_EXPERIMENTER(2, 2),
    BAD_OUT_PORT(2, 4),
    BAD_ACTION_ARGUMENT(2, 5),
    ACTION_EPERM(2, 6),
    BAD_OUT_GROUP(2, 9),
    MATCH_INCONSISTENT(2, 10),
    BAD_SET_TYPE(2, 13),
    BAD_SET_LEN(2, 14),
    BAD_SET_ARGUMENT(2, 15),
    BAD_SET_MASK(2, 16),
    // Bad instruction.
    UNKNOWN_INSTRUCTION(3, 0),
    UNSUPPORTED_INSTRUCTION(3, 1),
    BAD_GOTO_TABLE(3, 2),
    BAD_INSTRUCTION_EXPERIMENTER(3, 5),
    BAD_INSTRUCTION_LEN(3, 7),
    DUPLICATE_INSTRUCTION(3, 9),
    // Bad match.
    BAD_MATCH_TYPE(4, 0),
    BAD_MATCH_LEN(4, 1),
    MATCH_BAD_WILDCARDS(4, 5),
    MATCH_BAD_FIELD(4, 6),
    MATCH_BAD_VALUE(4, 7),
    MATCH_BAD_MASK(4, 8),
    MATCH_BAD_PREREQUISITE(4, 9),
    MATCH_DUPLICATE_FIELD(4, 10),
    // Flow-mod failed.
    TABLE_FULL(5, 1, 3, 0),
    FLOW_BAD_TABLE_ID(5, 2),
    OVERLAP(5, 3, 3, 1),
    BAD_FLOW_MOD_COMMAND(5, 6, 3, 4),
    /** OFPFMFC_BAD_FLAGS; OFPFMFC_UNSUPPORTED in OpenFlow 1.0, which has no such code. */
    FLOW_BAD_FLAGS(5, 7, 3, 5),
    // Group-mod failed.
    GROUP_EXISTS(6, 0),
    INVALID_GROUP(6, 1),
    OUT_OF_GROUPS(6, 3),
    WATCH_UNSUPPORTED(6, 6),
    GROUP_LOOP(6, 7),
    UNKNOWN_GROUP(6, 8),
    GROUP_BAD_TYPE(6, 10),
    BAD_GROUP_COMMAND(6, 11),
    BAD_BUCKET(6, 12),
    // Port-mod failed.
    NO_SUCH_PORT(7, 0, 4, 0),
    BAD_HARDWARE_ADDRESS(7, 1, 4, 1),
    // Table-mod failed.
    TABLE_MOD_BAD_TABLE(8, 0),
    // Queue operation failed.
    BAD_QUEUE_PORT(9, 0, 5, 0),
    BAD_QUEUE(9, 1, 5, 1),
    // Role request failed.
    ROLE_STALE(11, 0),
    BAD_ROLE(11, 2),
    // Meter-mod failed.
    INVALID_METER(12, 2),
    UNKNOWN_METER(12, 3),
    BAD_METER_COMMAND(12, 4),
    OUT_OF_METERS(12, 10),
    // Table features failed.
    BAD_TABLE_FEATURES_LEN(13, 3),
    TABLE_FEATURES_NOT_PERMITTED(13, 5),
    BAD_TABLE_FEATURES_COMMAND(13, 9),
    // Bad property.
    BAD_PROPERTY_LEN(14, 1),
    // Flow monitor failed.
    BAD_MONITOR_COMMAND(16, 4),
    // Bundle failed.
    BAD_BUNDLE_ID(17, 2),
    BUNDLE_EXISTS(17, 3),
    BUNDLE_CLOSED(17, 4),
    OUT_OF_BUNDLES(17, 5),
    BAD_BUNDLE_TYPE(17, 6),
    BAD_BUNDLE_FLAGS(17, 7),
    BAD_BUNDLED_LEN(17, 8),
    BAD_BUNDLED_XID(17, 9),
    BAD_BUNDLED_MESSAGE(17, 10),
    TOO_MANY_BUNDLED(17, 12),
    BUNDLED_MESSAGE_FAILED(17, 13);

    private final int type;
    private final int code;
    private final int type10;
    private final int code10;

    ErrorCode(int type, int code) {
        this(type, code, type, code);
    }

    ErrorCode(int type, int code, int type10, int code10) {
        this.type = type;
        this.code = code;
        this.type10 = type10;
        this.code10 = code10;
    }

    /** Returns the OFPET_ number of the error, as the version numbers it. */
    public int type(Version version) {
        return version == Version.OF10 ? type10 : type;
    }

    /** Returns the number of the error within its type, as the version numbers it. */
    public int code(Version version) {
        return version == Version.OF10 ? code10 : code;
    }
}

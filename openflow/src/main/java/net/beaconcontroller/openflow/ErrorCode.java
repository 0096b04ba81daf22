package net.beaconcontroller.openflow;

/**
 * What is wrong with a malformed message, as the ERROR reply to it says: type and code of OpenFlow 1.5.1 section 7.5.4,
 * which version 1.0 numbers differently from {@code BAD_MATCH} on.
 */
public enum ErrorCode {
    BAD_VERSION(1, 0),
    BAD_TYPE(1, 1),
    BAD_MULTIPART(1, 2),
    BAD_LEN(1, 6),
    BAD_ACTION_LEN(2, 1),
    BAD_SET_LEN(2, 14),
    BAD_INSTRUCTION_LEN(3, 7),
    BAD_MATCH_TYPE(4, 0),
    BAD_MATCH_LEN(4, 1),
    BAD_FLOW_MOD_COMMAND(5, 6, 3, 4),
    BAD_GROUP_COMMAND(6, 11),
    BAD_BUCKET(6, 12),
    BAD_ROLE(11, 2),
    BAD_METER_COMMAND(12, 4),
    BAD_TABLE_FEATURES_LEN(13, 3),
    BAD_TABLE_FEATURES_COMMAND(13, 9),
    BAD_PROPERTY_LEN(14, 1),
    BAD_MONITOR_COMMAND(16, 4),
    BAD_BUNDLE_TYPE(17, 6),
    BAD_BUNDLED_LEN(17, 8),
    BAD_BUNDLED_MESSAGE(17, 10);

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

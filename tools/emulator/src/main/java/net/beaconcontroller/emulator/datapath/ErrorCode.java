package net.beaconcontroller.emulator.datapath;

import net.beaconcontroller.openflow.Version;

/** Why a switch refuses a request, as its ERROR says it: OpenFlow 1.3.5 section 7.4.4, and 1.0 section 5.4.4 for its numbers. */
enum ErrorCode {
    HELLO_INCOMPATIBLE(0, 0),
    BAD_VERSION(1, 0),
    BAD_TYPE(1, 1),
    BAD_MULTIPART(1, 2),
    BAD_EXPERIMENTER(1, 3),
    BUFFER_EMPTY(1, 7),
    BUFFER_UNKNOWN(1, 8),
    BAD_TABLE_ID(1, 9),
    IS_SLAVE(1, 10),
    BAD_PORT(1, 11),
    BAD_ACTION_TYPE(2, 0),
    BAD_ACTION_EXPERIMENTER(2, 2),
    BAD_OUT_PORT(2, 4),
    BAD_ACTION_ARGUMENT(2, 5),
    BAD_OUT_GROUP(2, 9),
    MATCH_INCONSISTENT(2, 10),
    BAD_SET_TYPE(2, 13),
    BAD_SET_ARGUMENT(2, 15),
    BAD_SET_MASK(2, 16),
    UNKNOWN_INSTRUCTION(3, 0),
    UNSUPPORTED_INSTRUCTION(3, 1),
    BAD_GOTO_TABLE(3, 2),
    BAD_INSTRUCTION_EXPERIMENTER(3, 5),
    DUPLICATE_INSTRUCTION(3, 9),
    MATCH_BAD_WILDCARDS(4, 5),
    MATCH_BAD_FIELD(4, 6),
    MATCH_BAD_VALUE(4, 7),
    MATCH_BAD_MASK(4, 8),
    MATCH_BAD_PREREQUISITE(4, 9),
    MATCH_DUPLICATE_FIELD(4, 10),
    TABLE_FULL(5, 1, 3, 0),
    FLOW_BAD_TABLE_ID(5, 2),
    OVERLAP(5, 3, 3, 1),
    /** OpenFlow 1.0 has no such error, and calls what it has of it unsupported. */
    FLOW_BAD_FLAGS(5, 7, 3, 5),
    GROUP_EXISTS(6, 0),
    INVALID_GROUP(6, 1),
    OUT_OF_GROUPS(6, 3),
    WATCH_UNSUPPORTED(6, 6),
    GROUP_LOOP(6, 7),
    UNKNOWN_GROUP(6, 8),
    GROUP_BAD_TYPE(6, 10),
    GROUP_BAD_COMMAND(6, 11),
    NO_SUCH_PORT(7, 0, 4, 0),
    BAD_HARDWARE_ADDRESS(7, 1, 4, 1),
    TABLE_MOD_BAD_TABLE(8, 0),
    BAD_QUEUE_PORT(9, 0, 5, 0),
    BAD_QUEUE(9, 1, 5, 1),
    ROLE_STALE(11, 0),
    INVALID_METER(12, 2),
    UNKNOWN_METER(12, 3),
    OUT_OF_METERS(12, 10),
    TABLE_FEATURES_NOT_PERMITTED(13, 5);

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

    int type(Version version) {
        return version == Version.OF10 ? type10 : type;
    }

    int code(Version version) {
        return version == Version.OF10 ? code10 : code;
    }
}

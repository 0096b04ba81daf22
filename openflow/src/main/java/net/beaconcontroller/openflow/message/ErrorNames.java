package net.beaconcontroller.openflow.message;

import java.util.Arrays;
import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.Names;

/** The names of errors, OpenFlow 1.5.1 section 7.5.4. In OpenFlow 1.0, types from 3 on have different numbers. */
final class ErrorNames {
    // Each row is the name of a type, followed by the names of its codes in numerical order.
    private static final Table OF10 = new Table(
            "HELLO_FAILED INCOMPATIBLE EPERM",
            "BAD_REQUEST BAD_VERSION BAD_TYPE BAD_STAT BAD_VENDOR BAD_SUBTYPE EPERM BAD_LEN"
                    + " BUFFER_EMPTY BUFFER_UNKNOWN",
            "BAD_ACTION BAD_TYPE BAD_LEN BAD_VENDOR BAD_VENDOR_TYPE BAD_OUT_PORT BAD_ARGUMENT EPERM TOO_MANY BAD_QUEUE",
            "FLOW_MOD_FAILED ALL_TABLES_FULL OVERLAP EPERM BAD_EMERG_TIMEOUT BAD_COMMAND UNSUPPORTED",
            "PORT_MOD_FAILED BAD_PORT BAD_HW_ADDR",
            "QUEUE_OP_FAILED BAD_PORT BAD_QUEUE EPERM");

    private static final Table OF11 = new Table(
            "HELLO_FAILED INCOMPATIBLE EPERM",
            "BAD_REQUEST BAD_VERSION BAD_TYPE BAD_MULTIPART BAD_EXPERIMENTER BAD_EXP_TYPE EPERM BAD_LEN BUFFER_EMPTY"
                    + " BUFFER_UNKNOWN BAD_TABLE_ID IS_SLAVE BAD_PORT BAD_PACKET MULTIPART_BUFFER_OVERFLOW"
                    + " MULTIPART_REQUEST_TIMEOUT MULTIPART_REPLY_TIMEOUT MULTIPART_BAD_SCHED"
                    + " PIPELINE_FIELDS_ONLY UNKNOWN",
            "BAD_ACTION BAD_TYPE BAD_LEN BAD_EXPERIMENTER BAD_EXP_TYPE BAD_OUT_PORT BAD_ARGUMENT EPERM TOO_MANY"
                    + " BAD_QUEUE BAD_OUT_GROUP MATCH_INCONSISTENT UNSUPPORTED_ORDER BAD_TAG BAD_SET_TYPE BAD_SET_LEN"
                    + " BAD_SET_ARGUMENT BAD_SET_MASK BAD_METER",
            "BAD_INSTRUCTION UNKNOWN_INST UNSUP_INST BAD_TABLE_ID UNSUP_METADATA UNSUP_METADATA_MASK BAD_EXPERIMENTER"
                    + " BAD_EXP_TYPE BAD_LEN EPERM DUP_INST",
            "BAD_MATCH BAD_TYPE BAD_LEN BAD_TAG BAD_DL_ADDR_MASK BAD_NW_ADDR_MASK BAD_WILDCARDS BAD_FIELD BAD_VALUE"
                    + " BAD_MASK BAD_PREREQ DUP_FIELD EPERM",
            "FLOW_MOD_FAILED UNKNOWN TABLE_FULL BAD_TABLE_ID OVERLAP EPERM BAD_TIMEOUT BAD_COMMAND BAD_FLAGS CANT_SYNC"
                    + " BAD_PRIORITY IS_SYNC",
            "GROUP_MOD_FAILED GROUP_EXISTS INVALID_GROUP WEIGHT_UNSUPPORTED OUT_OF_GROUPS OUT_OF_BUCKETS"
                    + " CHAINING_UNSUPPORTED WATCH_UNSUPPORTED LOOP UNKNOWN_GROUP CHAINED_GROUP BAD_TYPE BAD_COMMAND"
                    + " BAD_BUCKET BAD_WATCH EPERM UNKNOWN_BUCKET BUCKET_EXISTS",
            "PORT_MOD_FAILED BAD_PORT BAD_HW_ADDR BAD_CONFIG BAD_ADVERTISE EPERM",
            "TABLE_MOD_FAILED BAD_TABLE BAD_CONFIG EPERM",
            "QUEUE_OP_FAILED BAD_PORT BAD_QUEUE EPERM",
            "SWITCH_CONFIG_FAILED BAD_FLAGS BAD_LEN EPERM",
            "ROLE_REQUEST_FAILED STALE UNSUP BAD_ROLE ID_UNSUP ID_IN_USE",
            "METER_MOD_FAILED UNKNOWN METER_EXISTS INVALID_METER UNKNOWN_METER BAD_COMMAND BAD_FLAGS BAD_RATE BAD_BURST"
                    + " BAD_BAND BAD_BAND_VALUE OUT_OF_METERS OUT_OF_BANDS",
            "TABLE_FEATURES_FAILED BAD_TABLE BAD_METADATA BAD_TYPE BAD_LEN BAD_ARGUMENT EPERM BAD_CAPA BAD_MAX_ENT"
                    + " BAD_FEATURES BAD_COMMAND TOO_MANY",
            "BAD_PROPERTY BAD_TYPE BAD_LEN BAD_VALUE TOO_MANY DUP_TYPE BAD_EXPERIMENTER"
                    + " BAD_EXP_TYPE BAD_EXP_VALUE EPERM",
            "ASYNC_CONFIG_FAILED INVALID UNSUPPORTED EPERM",
            "FLOW_MONITOR_FAILED UNKNOWN MONITOR_EXISTS INVALID_MONITOR UNKNOWN_MONITOR BAD_COMMAND BAD_FLAGS"
                    + " BAD_TABLE_ID BAD_OUT",
            "BUNDLE_FAILED UNKNOWN EPERM BAD_ID BUNDLE_EXIST BUNDLE_CLOSED OUT_OF_BUNDLES BAD_TYPE"
                    + " BAD_FLAGS MSG_BAD_LEN"
                    + " MSG_BAD_XID MSG_UNSUP MSG_CONFLICT MSG_TOO_MANY MSG_FAILED TIMEOUT BUNDLE_IN_PROGRESS"
                    + " SCHED_NOT_SUPPORTED SCHED_FUTURE SCHED_PAST");

    private static final Names NUMBERS = Names.ofValues();

    private record Table(Names types, List<Names> codes) {
        Table(String... rows) {
            this(
                    Names.ofValues(Arrays.stream(rows)
                            .map(row -> row.substring(0, row.indexOf(' ')))
                            .toArray(String[]::new)),
                    Arrays.stream(rows)
                            .map(row -> Names.ofValues(
                                    row.substring(row.indexOf(' ') + 1).split(" ", -1)))
                            .toList());
        }
    }

    private ErrorNames() {}

    private static Table table(Version version) {
        return version == Version.OF10 ? OF10 : OF11;
    }

    static Names types(Version version) {
        return table(version).types;
    }

    /** Returns the names of the codes of a type; numbers for an unknown type. */
    static Names codes(Version version, int type) {
        List<Names> codes = table(version).codes;
        return type >= 0 && type < codes.size() ? codes.get(type) : NUMBERS;
    }

    /** Returns type and code, such as {@code BAD_REQUEST/BAD_LEN}; numbers for an unknown error. */
    static String print(Version version, int type, int code) {
        boolean experimenter = type == ErrorMessage.EXPERIMENTER && version.isAtLeast(Version.OF12);
        return (experimenter ? "EXPERIMENTER" : types(version).print(type)) + "/"
                + codes(version, type).print(code);
    }
}

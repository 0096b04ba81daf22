package net.beaconcontroller.probe.robustness.catalogue;

import java.util.Set;
import net.beaconcontroller.openflow.ErrorCode;

/** The errors of the specification for kinds of faults, of which the one depends on the structure that is faulty. */
final class Refusals {
    /** A wrong length of a message or of a structure in it. */
    static final Set<ErrorCode> OF_LENGTHS = Set.of(
            ErrorCode.BAD_LEN,
            ErrorCode.BAD_MATCH_LEN,
            ErrorCode.BAD_ACTION_LEN,
            ErrorCode.BAD_SET_LEN,
            ErrorCode.BAD_INSTRUCTION_LEN,
            ErrorCode.BAD_TABLE_FEATURES_LEN,
            ErrorCode.BAD_PROPERTY_LEN,
            ErrorCode.BAD_BUNDLED_LEN);

    /** A wrong type of a message or of a structure in it, whose content then seems to be wrong, too. */
    static final Set<ErrorCode> OF_TYPES = Set.of(
            ErrorCode.BAD_TYPE,
            ErrorCode.BAD_VERSION,
            ErrorCode.BAD_MULTIPART,
            ErrorCode.BAD_EXPERIMENTER,
            ErrorCode.BAD_LEN,
            ErrorCode.BAD_MATCH_TYPE,
            ErrorCode.BAD_MATCH_LEN,
            ErrorCode.MATCH_BAD_FIELD,
            ErrorCode.MATCH_BAD_VALUE,
            ErrorCode.BAD_ACTION_TYPE,
            ErrorCode.BAD_ACTION_LEN,
            ErrorCode.BAD_SET_TYPE,
            ErrorCode.BAD_SET_LEN,
            ErrorCode.UNKNOWN_INSTRUCTION,
            ErrorCode.BAD_INSTRUCTION_LEN,
            ErrorCode.BAD_TABLE_FEATURES_LEN,
            ErrorCode.BAD_PROPERTY_LEN,
            ErrorCode.BAD_BUNDLED_LEN,
            ErrorCode.BAD_BUNDLED_MESSAGE);

    /** A number that is not a constant of an enumeration. */
    static final Set<ErrorCode> OF_ENUMERATIONS = Set.of(
            ErrorCode.BAD_TYPE,
            ErrorCode.BAD_LEN,
            ErrorCode.BAD_FLOW_MOD_COMMAND,
            ErrorCode.BAD_GROUP_COMMAND,
            ErrorCode.GROUP_BAD_TYPE,
            ErrorCode.BAD_METER_COMMAND,
            ErrorCode.BAD_ROLE,
            ErrorCode.BAD_BUNDLE_TYPE,
            ErrorCode.BAD_TABLE_FEATURES_COMMAND,
            ErrorCode.BAD_MONITOR_COMMAND);

    private Refusals() {}
}

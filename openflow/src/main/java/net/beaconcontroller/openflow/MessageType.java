package net.beaconcontroller.openflow;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The type of a message, by its name in OpenFlow 1.3 and later (OpenFlow 1.3.5 section 7.1.1, OFPT_). The numbers
 * changed between OpenFlow 1.0 and 1.1. Later versions added types, and OpenFlow 1.4 removed two.
 */
public enum MessageType {
    HELLO(0, 0),
    ERROR(1, 1),
    ECHO_REQUEST(2, 2),
    ECHO_REPLY(3, 3),
    EXPERIMENTER(4, 4),
    FEATURES_REQUEST(5, 5),
    FEATURES_REPLY(6, 6),
    GET_CONFIG_REQUEST(7, 7),
    GET_CONFIG_REPLY(8, 8),
    SET_CONFIG(9, 9),
    PACKET_IN(10, 10),
    FLOW_REMOVED(11, 11),
    PORT_STATUS(12, 12),
    PACKET_OUT(13, 13),
    FLOW_MOD(14, 14),
    GROUP_MOD(-1, 15),
    PORT_MOD(15, 16),
    TABLE_MOD(-1, 17),
    MULTIPART_REQUEST(16, 18),
    MULTIPART_REPLY(17, 19),
    BARRIER_REQUEST(18, 20),
    BARRIER_REPLY(19, 21),
    QUEUE_GET_CONFIG_REQUEST(20, 22),
    QUEUE_GET_CONFIG_REPLY(21, 23),
    ROLE_REQUEST(-1, 24),
    ROLE_REPLY(-1, 25),
    GET_ASYNC_REQUEST(-1, 26),
    GET_ASYNC_REPLY(-1, 27),
    SET_ASYNC(-1, 28),
    METER_MOD(-1, 29),
    ROLE_STATUS(-1, 30),
    TABLE_STATUS(-1, 31),
    REQUESTFORWARD(-1, 32),
    BUNDLE_CONTROL(-1, 33),
    BUNDLE_ADD_MESSAGE(-1, 34),
    CONTROLLER_STATUS(-1, 35);

    /** The number of types, by the version number on the wire. */
    private static final int[] TYPES_OF_VERSION = {0, 22, 24, 26, 30, 35, 36};

    private static final Set<MessageType> OF_CONTROLLERS = EnumSet.of(
            FEATURES_REQUEST,
            GET_CONFIG_REQUEST,
            SET_CONFIG,
            PACKET_OUT,
            FLOW_MOD,
            GROUP_MOD,
            PORT_MOD,
            TABLE_MOD,
            METER_MOD,
            MULTIPART_REQUEST,
            BARRIER_REQUEST,
            QUEUE_GET_CONFIG_REQUEST,
            ROLE_REQUEST,
            GET_ASYNC_REQUEST,
            SET_ASYNC,
            BUNDLE_ADD_MESSAGE);

    /** The types by version and number. */
    private static final List<List<Optional<MessageType>>> BY_WIRE =
            Arrays.stream(Version.values()).map(MessageType::tableOf).toList();

    private final int wire10;
    private final int wire11;

    MessageType(int wire10, int wire11) {
        this.wire10 = wire10;
        this.wire11 = wire11;
    }

    /** Returns whether only a controller may send messages of this type. */
    public boolean isFromController() {
        return OF_CONTROLLERS.contains(this);
    }

    /** Returns the number of this type in a version, or -1 if the version does not have it. */
    public int wire(Version version) {
        if (isRemovedIn(version)) {
            return -1;
        }
        int wire = version == Version.OF10 ? wire10 : wire11;
        return wire < TYPES_OF_VERSION[version.wire()] ? wire : -1;
    }

    /** Returns whether {@link MultipartType#QUEUE_DESC} replaces this type in the version. */
    private boolean isRemovedIn(Version version) {
        return (this == QUEUE_GET_CONFIG_REQUEST || this == QUEUE_GET_CONFIG_REPLY) && version.isAtLeast(Version.OF14);
    }

    /** Returns the type with this number in a version; empty if the version does not have it. */
    public static Optional<MessageType> ofWire(Version version, int wire) {
        List<Optional<MessageType>> table = BY_WIRE.get(version.ordinal());
        return wire < table.size() ? table.get(wire) : Optional.empty();
    }

    private static List<Optional<MessageType>> tableOf(Version version) {
        return IntStream.range(0, TYPES_OF_VERSION[version.wire()])
                .mapToObj(wire -> Arrays.stream(values())
                        .filter(type -> type.wire(version) == wire)
                        .findFirst())
                .toList();
    }
}

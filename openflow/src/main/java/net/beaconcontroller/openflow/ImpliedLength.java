package net.beaconcontroller.openflow;

import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

import java.util.Arrays;

/**
 * The length of a message that follows from its version, its type and its content, without the length in its header. If
 * the two differ, one of them is wrong, except in a packet-in whose packet the switch has truncated. So a receiver can
 * detect a wrong length in a header, and find the end of the message.
 *
 * <p>The type determines the length if all fields have a fixed length. The content determines it if the part of
 * variable length has a length field. The end of all other messages, such as an ECHO_REQUEST, is known from the header
 * alone. The length that the content determines can be greater than {@link Header#MAX_MESSAGE_LENGTH}. {@link #of} does
 * not allocate, and may be called from any thread.
 */
public final class ImpliedLength {
    /** The content does not determine the length. */
    public static final int NONE = 0;

    /** The field that determines the length is not among the bytes. The message is longer than they are. */
    public static final int INCOMPLETE = Integer.MAX_VALUE;

    private static final int TOTAL_LENGTH = 12;
    private static final int FRAME_10 = 18;
    private static final int MATCH_12 = 16;
    private static final int MATCH = 24;
    private static final int FRAME_PADDING = 2;
    private static final int FLOW_REMOVED_MATCH = 48;
    private static final int FLOW_REMOVED_MATCH_15 = 24;
    private static final int PORT = 16;
    private static final int PORT_LENGTH = PORT + 4;
    private static final int TABLE = 16;
    private static final int FORWARDED_LENGTH = Header.LENGTH + 2;
    private static final int MATCH_HEADER = 4;
    private static final int OXM = 1;
    private static final int FIELD_HEADER = 4;
    private static final int FIELD_LENGTH = 3;

    /** The lengths that follow from the type alone, by version and type. */
    private static final int[][] FIXED = Arrays.stream(Version.values())
            .map(version -> Arrays.stream(MessageType.values())
                    .mapToInt(type -> fixed(version, type))
                    .toArray())
            .toArray(int[][]::new);

    private ImpliedLength() {}

    private static int fixed(Version version, MessageType type) {
        return switch (type) {
            case FEATURES_REQUEST, GET_CONFIG_REQUEST, BARRIER_REQUEST, BARRIER_REPLY, GET_ASYNC_REQUEST ->
                Header.LENGTH;
            case GET_CONFIG_REPLY, SET_CONFIG -> 12;
            case ROLE_REQUEST, ROLE_REPLY -> 24;
            case FEATURES_REPLY -> version.isAtLeast(Version.OF13) ? 32 : NONE;
            case FLOW_REMOVED -> version == Version.OF10 ? 88 : NONE;
            case PORT_STATUS -> before14(version, 64, 80);
            case PORT_MOD -> before14(version, 32, 40);
            case TABLE_MOD -> before14(version, NONE, 16);
            case QUEUE_GET_CONFIG_REQUEST -> before14(version, 12, 16);
            case GET_ASYNC_REPLY, SET_ASYNC -> before14(version, NONE, 32);
            default -> NONE;
        };
    }

    /** Returns the length of a message that has properties, and so no fixed length, since OpenFlow 1.4. */
    private static int before14(Version version, int of10, int of11) {
        if (version.isAtLeast(Version.OF14)) {
            return NONE;
        }
        return version == Version.OF10 ? of10 : of11;
    }

    /**
     * Returns the length of the message that begins at {@code at}: at least 8, {@link #NONE} or {@link #INCOMPLETE}.
     *
     * @param version the version of the connection; of OpenFlow 1.1, only messages of fixed length are known
     * @param to the index after the last byte that was received
     */
    public static int of(Version version, MessageType type, byte[] bytes, int at, int to) {
        int length = FIXED[version.ordinal()][type.ordinal()];
        if (length != NONE || version == Version.OF11) {
            return length;
        }
        return switch (type) {
            case PACKET_IN -> packetIn(version, bytes, at, to);
            case FLOW_REMOVED -> flowRemoved(version, bytes, at, to);
            case PORT_STATUS -> sum(bytes, at, to, PORT, PORT_LENGTH);
            case TABLE_STATUS -> sum(bytes, at, to, TABLE, TABLE);
            case REQUESTFORWARD -> sum(bytes, at, to, Header.LENGTH, FORWARDED_LENGTH);
            case CONTROLLER_STATUS -> sum(bytes, at, to, Header.LENGTH, Header.LENGTH);
            default -> NONE;
        };
    }

    /**
     * Returns whether the match from which the length follows can be one: whether its type is OFPMT_OXM, and its fields
     * end where it ends. If not, the message may have been cut, and the length was read in the next message. Returns
     * true if the length does not follow from a match, or the match is not among the bytes.
     */
    public static boolean hasPossibleMatch(Version version, MessageType type, byte[] bytes, int at, int to) {
        if (!version.isAtLeast(Version.OF12)) {
            return true;
        }
        return switch (type) {
            case PACKET_IN -> isPossibleMatch(bytes, at + packetInMatch(version), to);
            case FLOW_REMOVED -> isPossibleMatch(bytes, at + flowRemovedMatch(version), to);
            default -> true;
        };
    }

    private static boolean isPossibleMatch(byte[] bytes, int match, int to) {
        if (to - match < MATCH_HEADER) {
            return true;
        }
        int end = match + getUnsignedShort(bytes, match + 2);
        int field = match + MATCH_HEADER;
        while (field + FIELD_HEADER <= Math.min(end, to)) {
            field += FIELD_HEADER + Byte.toUnsignedInt(bytes[field + FIELD_LENGTH]);
        }
        boolean endsWithField = field == end || (field < end && field + FIELD_HEADER > to);
        return getUnsignedShort(bytes, match) == OXM && endsWithField;
    }

    private static int packetInMatch(Version version) {
        return version == Version.OF12 ? MATCH_12 : MATCH;
    }

    private static int flowRemovedMatch(Version version) {
        return version.isAtLeast(Version.OF15) ? FLOW_REMOVED_MATCH_15 : FLOW_REMOVED_MATCH;
    }

    private static int packetIn(Version version, byte[] bytes, int at, int to) {
        int frame =
                version == Version.OF10 ? FRAME_10 : afterMatch(bytes, at, to, packetInMatch(version), FRAME_PADDING);
        return sum(bytes, at, to, frame, TOTAL_LENGTH);
    }

    /** OpenFlow 1.5 has the statistics after the match, in a list with its length, padded to eight bytes. */
    private static int flowRemoved(Version version, byte[] bytes, int at, int to) {
        int end = afterMatch(bytes, at, to, flowRemovedMatch(version), 0);
        return end == INCOMPLETE || !version.isAtLeast(Version.OF15) ? end : afterMatch(bytes, at, to, end, 0);
    }

    /** Returns the offset after a match, which has its length in the second 16 bits and is padded to eight bytes. */
    private static int afterMatch(byte[] bytes, int at, int to, int match, int padding) {
        int length = sum(bytes, at, to, 0, match + 2);
        return length == INCOMPLETE ? INCOMPLETE : match + (length + 7 & ~7) + padding;
    }

    /**
     * Returns an offset plus the number of 16 bits at another one, or {@link #INCOMPLETE}; more than a message can have
     * if the number is beyond the longest message.
     */
    private static int sum(byte[] bytes, int at, int to, int offset, int field) {
        if (offset == INCOMPLETE) {
            return INCOMPLETE;
        }
        int end = field + Short.BYTES;
        if (to - at >= end) {
            return offset + getUnsignedShort(bytes, at + field);
        }
        return end <= Header.MAX_MESSAGE_LENGTH ? INCOMPLETE : end;
    }
}

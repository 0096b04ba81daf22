package net.beaconcontroller.openflow.flyweight;

import static net.beaconcontroller.net.ByteAccess.getInt;
import static net.beaconcontroller.net.ByteAccess.getLong;
import static net.beaconcontroller.net.ByteAccess.getUnsignedInt;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.OxmHeaders;
import net.beaconcontroller.openflow.message.PacketIn;

/**
 * A flyweight over an encoded packet-in, OpenFlow 1.0 section 5.4.1 and 1.5.1 section 7.4.1. {@link #wrap} checks the
 * lengths once. The view is valid until the bytes of the array change.
 *
 * <pre>
 *  1.0  8           12         14       16      17    18
 *       | buffer_id |total_len |in_port |reason |pad  | frame ...
 *
 *  1.3+ 8           12         14      15        16      24
 *       | buffer_id |total_len |reason |table_id |cookie | match, padded to eight bytes | pad(2) | frame ...
 *
 *  1.2  the same without the cookie
 * </pre>
 */
public class PacketInView {
    private static final int BUFFER_ID = 8;
    private static final int TOTAL_LENGTH = 12;

    private static final int IN_PORT_10 = 14;
    private static final int REASON_10 = 16;
    private static final int FRAME_10 = 18;

    private static final int REASON = 14;
    private static final int TABLE_ID = 15;
    private static final int COOKIE = 16;
    private static final int MATCH = 24;
    private static final int MATCH_12 = 16;
    private static final int PADDING = 2;

    /** The match of most packet-ins up to the port number: an OXM match of 12 bytes, padded to 16. */
    private static final long ONLY_IN_PORT = 0x0001_000cL << 32 | Integer.toUnsignedLong(OxmHeaders.IN_PORT);

    private static final int ONLY_IN_PORT_LENGTH = 16;

    /** The distance from the port number to the frame after such a match. */
    private static final int IN_PORT_TO_FRAME = ONLY_IN_PORT_LENGTH - 8 + PADDING;

    private static final int VERSION_12 = Version.OF12.wire();

    private byte[] array = {};
    private int start;
    private int length;
    private boolean version10;
    private long inPort;
    private int frameOffset;

    /**
     * Points this view at the packet-in of {@code length} bytes that begins at {@code start}. Protected, because
     * listeners receive subclasses of this class.
     *
     * @param length the length in the header; the array must contain the whole message
     * @throws MalformedMessageException if the message is truncated or its match is malformed; {@link #copy} never
     *     throws afterwards
     */
    protected final void wrap(byte[] array, int start, int length) {
        // Storing the same reference would dirty a card table entry that the loops share, which costs them a cache
        // miss.
        if (this.array != array) {
            this.array = array;
        }
        this.start = start;
        this.length = length;
        version10 = array[start] == 1;
        if (version10) {
            if (length < FRAME_10) {
                throw tooShort(FRAME_10);
            }
            inPort = PortNumber.widen(getUnsignedShort(array, start + IN_PORT_10));
            frameOffset = start + FRAME_10;
        } else {
            wrapMatch(matchOffset(array, start));
        }
    }

    /**
     * Returns the index of the frame in a packet-in, or -1 if the message does not have the usual form: OpenFlow 1.0,
     * or a match of the ingress port alone. Does not validate the message otherwise.
     *
     * @param length the length in the header, at least 8; the array must contain the whole message
     */
    public static int usualFrameOffset(byte[] array, int start, int length) {
        if (array[start] == 1) {
            return length < FRAME_10 ? -1 : start + FRAME_10;
        }
        int match = matchOffset(array, start);
        int frame = match + ONLY_IN_PORT_LENGTH + PADDING;
        return length >= frame && getLong(array, start + match) == ONLY_IN_PORT ? start + frame : -1;
    }

    /**
     * Returns the ingress port of a packet-in of the usual form, see {@link PortNumber}.
     *
     * @param frame the result of {@link #usualFrameOffset}
     */
    public static long usualInPort(byte[] array, int start, int frame) {
        return array[start] == 1
                ? PortNumber.widen(getUnsignedShort(array, start + IN_PORT_10))
                : getUnsignedInt(array, frame - IN_PORT_TO_FRAME);
    }

    /** Returns the buffer id of a packet-in, or {@link PacketIn#NO_BUFFER}. */
    public static long bufferIdOf(byte[] array, int start) {
        return getUnsignedInt(array, start + BUFFER_ID);
    }

    /** Returns the flow table that sent a packet-in, 0 to 254; 0 in OpenFlow 1.0, which has no tables. */
    public static int tableIdOf(byte[] array, int start) {
        return array[start] == 1 ? 0 : Byte.toUnsignedInt(array[start + TABLE_ID]);
    }

    /** Returns the length of the packet of a packet-in, see {@link #totalLength}. */
    public static int totalLengthOf(byte[] array, int start) {
        return getUnsignedShort(array, start + TOTAL_LENGTH);
    }

    private static int matchOffset(byte[] array, int start) {
        return array[start] == VERSION_12 ? MATCH_12 : MATCH;
    }

    private void wrapMatch(int match) {
        if (length < match + 8 + PADDING) {
            throw tooShort(match + 8 + PADDING);
        }
        if (getLong(array, start + match) == ONLY_IN_PORT && length >= match + ONLY_IN_PORT_LENGTH + PADDING) {
            inPort = getUnsignedInt(array, start + match + 8);
            frameOffset = start + match + ONLY_IN_PORT_LENGTH + PADDING;
            return;
        }
        int matchType = getUnsignedShort(array, start + match);
        if (matchType != Match.TYPE_OXM) {
            throw malformed(
                    ErrorCode.BAD_MATCH_TYPE, "match.type", match, "%d, needs %d".formatted(matchType, Match.TYPE_OXM));
        }
        int matchLength = getUnsignedShort(array, start + match + 2);
        int frame = match + (matchLength + 7 & ~7) + PADDING;
        if (matchLength < Match.HEADER_LENGTH || frame > length) {
            throw malformed(
                    ErrorCode.BAD_MATCH_LEN,
                    "match.length",
                    match + 2,
                    "%d, needs %d to %d".formatted(matchLength, Match.HEADER_LENGTH, length - match - PADDING));
        }
        frameOffset = start + frame;
        inPort = PortNumber.ANY;
        boolean found = false;
        int end = start + match + matchLength;
        for (int at = start + match + Match.HEADER_LENGTH; at < end; ) {
            int left = end - at;
            int fieldLength = left < Oxm.HEADER_LENGTH ? left : Byte.toUnsignedInt(array[at + 3]);
            if (left < Oxm.HEADER_LENGTH + fieldLength) {
                throw malformed(
                        ErrorCode.BAD_MATCH_LEN,
                        "match.fields",
                        at - start,
                        "needs %d bytes, %d are left".formatted(Oxm.HEADER_LENGTH + fieldLength, left));
            }
            int header = getInt(array, at);
            if (header != OxmHeaders.IN_PORT) {
                requireValidLength(header, at);
            } else if (!found) {
                found = true;
                inPort = getUnsignedInt(array, at + Oxm.HEADER_LENGTH);
            }
            at += Oxm.HEADER_LENGTH + fieldLength;
        }
    }

    private void requireValidLength(int header, int at) {
        String error = Oxm.wrongLength(header);
        if (error != null) {
            throw malformed(ErrorCode.BAD_MATCH_LEN, "match.fields.length", at - start + 3, error);
        }
    }

    private MalformedMessageException tooShort(int needed) {
        return malformed(ErrorCode.BAD_LEN, "length", 2, "%d, needs at least %d".formatted(length, needed));
    }

    private MalformedMessageException malformed(ErrorCode error, String field, int offset, String reason) {
        Version version = Messages.versionOf(array, start);
        return new MalformedMessageException(error, version, field, offset, reason)
                .of("PACKET_IN of OpenFlow " + version);
    }

    /** Returns the ingress port, see {@link PortNumber}; ANY if the message does not have it. */
    public final long inPort() {
        return inPort;
    }

    /** Returns the buffer id, or {@link PacketIn#NO_BUFFER}. */
    public final long bufferId() {
        return bufferIdOf(array, start);
    }

    /** Returns whether the switch has buffered the packet. Otherwise, a packet-out must contain the whole packet. */
    public final boolean isBuffered() {
        return getInt(array, start + BUFFER_ID) != -1;
    }

    /**
     * Returns the length of the packet in bytes, 0 to 65535; greater than {@link #frameLength()} if the switch
     * truncated the packet.
     */
    public final int totalLength() {
        return totalLengthOf(array, start);
    }

    /** Returns whether the message contains only the beginning of the packet. */
    public final boolean isTruncated() {
        return totalLength() > frameLength();
    }

    /**
     * Returns the OFPR_ number of the reason: 0 no matching flow, 1 action of a flow; see {@link PacketIn#reason} for
     * the others.
     */
    public final int reason() {
        return Byte.toUnsignedInt(array[start + (version10 ? REASON_10 : REASON)]);
    }

    /** Returns the flow table that sent the packet, see {@link #tableIdOf}. */
    public final int tableId() {
        return tableIdOf(array, start);
    }

    /** Returns the cookie of the flow that sent the packet; all bits set if there is none, and before OpenFlow 1.3. */
    public final long cookie() {
        return matchOffset(array, start) != MATCH || version10 ? -1 : getLong(array, start + COOKIE);
    }

    /** Returns the transaction id, 32 bits. */
    public final long xid() {
        return Header.xid(array, start);
    }

    /** Returns the array that contains the message. It must not be modified. */
    public final byte[] array() {
        return array;
    }

    /** Returns the index of the frame in {@link #array()}. */
    public final int frameOffset() {
        return frameOffset;
    }

    /** Returns the length of the frame in bytes, which can be 0. */
    public final int frameLength() {
        return start + length - frameOffset;
    }

    /** Returns the decoded message, which remains valid when the bytes of the array change. */
    public final PacketIn copy() {
        return (PacketIn) Messages.decode(array, start, length);
    }
}

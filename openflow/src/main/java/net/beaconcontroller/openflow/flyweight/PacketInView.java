package net.beaconcontroller.openflow.flyweight;

import static net.beaconcontroller.common.ByteAccess.getInt;
import static net.beaconcontroller.common.ByteAccess.getLong;
import static net.beaconcontroller.common.ByteAccess.getUnsignedInt;
import static net.beaconcontroller.common.ByteAccess.getUnsignedShort;

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
 * Reads a packet-in where it lies, OpenFlow 1.0 section 5.4.1 and 1.5.1 section 7.4.1. The lengths are checked once, in
 * {@link #wrap}; the view is good until the bytes under it change.
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

    /** The match of most packet-ins, up to the port's number: an OXM match of 12 bytes, padded to 16. */
    private static final long ONLY_IN_PORT = 0x0001_000cL << 32 | Integer.toUnsignedLong(OxmHeaders.IN_PORT);

    private static final int ONLY_IN_PORT_LENGTH = 16;

    private static final int VERSION_12 = Version.OF12.wire();

    private byte[] array = {};
    private int start;
    private int length;
    private boolean version10;
    private long inPort;
    private int frameOffset;

    /**
     * Points this view at the packet-in of {@code length} bytes that begins at {@code start}.
     *
     * @param length what the message's header says; all of it must be in the array
     * @throws MalformedMessageException if the message is cut short or its match is broken; {@link #copy} refuses nothing
     *     more
     */
    public final void wrap(byte[] array, int start, int length) {
        if (this.array
                != array) { // a store of the same would cost the loops that share the collector's card a cache miss
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
            wrapMatch(matchAt());
        }
    }

    /**
     * Where the frame begins in a packet-in, or -1 if the message is not of the form that most have: OpenFlow 1.0's, or later
     * with a match on the port alone. No more is checked than that.
     *
     * @param length what the message's header says; all of it must be in the array
     */
    public static int usualFrameOffset(byte[] array, int start, int length) {
        if (array[start] == 1) {
            return length < FRAME_10 ? -1 : start + FRAME_10;
        }
        int frame = MATCH + ONLY_IN_PORT_LENGTH + PADDING;
        return array[start] > VERSION_12 && length >= frame && getLong(array, start + MATCH) == ONLY_IN_PORT
                ? start + frame
                : -1;
    }

    private int matchAt() {
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
            throw refusal(
                    ErrorCode.BAD_MATCH_TYPE, "match.type", match, "%d, needs %d".formatted(matchType, Match.TYPE_OXM));
        }
        int matchLength = getUnsignedShort(array, start + match + 2);
        int frame = match + (matchLength + 7 & ~7) + PADDING;
        if (matchLength < Match.HEADER_LENGTH || frame > length) {
            throw refusal(
                    ErrorCode.BAD_MATCH_LEN,
                    "match.length",
                    match + 2,
                    "%d, needs %d to %d".formatted(matchLength, Match.HEADER_LENGTH, length - match - PADDING));
        }
        frameOffset = start + frame;
        inPort = PortNumber.ANY;
        boolean told = false;
        int end = start + match + matchLength;
        for (int at = start + match + Match.HEADER_LENGTH; at < end; ) {
            int left = end - at;
            int fieldLength = left < Oxm.HEADER_LENGTH ? left : Byte.toUnsignedInt(array[at + 3]);
            if (left < Oxm.HEADER_LENGTH + fieldLength) {
                throw refusal(
                        ErrorCode.BAD_MATCH_LEN,
                        "match.fields",
                        at - start,
                        "needs %d bytes, %d are left".formatted(Oxm.HEADER_LENGTH + fieldLength, left));
            }
            int header = getInt(array, at);
            if (header != OxmHeaders.IN_PORT) {
                requireRightLength(header, at);
            } else if (!told) {
                told = true;
                inPort = getUnsignedInt(array, at + Oxm.HEADER_LENGTH);
            }
            at += Oxm.HEADER_LENGTH + fieldLength;
        }
    }

    private void requireRightLength(int header, int at) {
        String wrong = Oxm.wrongLength(header);
        if (wrong != null) {
            throw refusal(ErrorCode.BAD_MATCH_LEN, "match.fields.length", at - start + 3, wrong);
        }
    }

    private MalformedMessageException tooShort(int needed) {
        return refusal(ErrorCode.BAD_LEN, "length", 2, "%d, needs at least %d".formatted(length, needed));
    }

    private MalformedMessageException refusal(ErrorCode refusal, String field, int offset, String reason) {
        Version version = Messages.versionOf(array, start);
        return new MalformedMessageException(refusal, version, field, offset, reason)
                .of("PACKET_IN of OpenFlow " + version);
    }

    /** The port that the packet came in on, see {@link PortNumber}; ANY where the message does not say. */
    public final long inPort() {
        return inPort;
    }

    /** Where the switch keeps the packet, or {@link PacketIn#NO_BUFFER}. */
    public final long bufferId() {
        return getUnsignedInt(array, start + BUFFER_ID);
    }

    /** Whether the switch keeps the packet. If not, who wants it to go on must send it back whole. */
    public final boolean isBuffered() {
        return getInt(array, start + BUFFER_ID) != -1;
    }

    /**
     * The packet's length in bytes, 0 to 65535; more than {@link #frameLength()} where the switch sent only its
     * beginning.
     */
    public final int totalLength() {
        return getUnsignedShort(array, start + TOTAL_LENGTH);
    }

    /** An OFPR_ number: 0 no flow matched, 1 an action said so; {@link PacketIn#reason} has the others. */
    public final int reason() {
        return Byte.toUnsignedInt(array[start + (version10 ? REASON_10 : REASON)]);
    }

    /** The table that the packet comes from, 0 to 254; 0 in OpenFlow 1.0. */
    public final int tableId() {
        return version10 ? 0 : Byte.toUnsignedInt(array[start + TABLE_ID]);
    }

    /** The cookie of the flow that sent the packet; all ones where there is none, and before OpenFlow 1.3. */
    public final long cookie() {
        return matchAt() != MATCH || version10 ? -1 : getLong(array, start + COOKIE);
    }

    /** The transaction id in the message's header, 32 bits. */
    public final long xid() {
        return Header.xid(array, start);
    }

    /** What {@link #frameOffset()} counts in. Not to be written to. */
    public final byte[] array() {
        return array;
    }

    /** Where the frame begins in {@link #array()}. */
    public final int frameOffset() {
        return frameOffset;
    }

    /** How many bytes of the frame are there; can be 0. */
    public final int frameLength() {
        return start + length - frameOffset;
    }

    /** The message as a value that stays. */
    public final PacketIn copy() {
        return (PacketIn) Messages.decode(array, start, length);
    }
}

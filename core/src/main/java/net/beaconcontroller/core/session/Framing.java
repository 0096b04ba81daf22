package net.beaconcontroller.core.session;

import net.beaconcontroller.core.pipeline.ReceivedPacketIns;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.ImpliedLength;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/**
 * Finds the end of each message that a switch sends. Usually, the length in the header and the length that the content
 * implies ({@link ImpliedLength}) agree, or there is only the former. If they contradict each other, the message ends
 * at the nearer of the two ends at which the next message begins. So a wrong length does not hide the messages that
 * follow, and the bytes of a message are not searched for a header. A message whose type will be refused needs the same
 * proof, unless both lengths agree. The length that follows from a match is ignored if the match is malformed: the
 * message may have been cut, so that the length was read in the next message.
 *
 * <p>In a packet-in, the content may imply more bytes than the header, because switches truncate packets. If the
 * received bytes end with such a message, it is complete as far as can be known, and the next bytes prove where it
 * ends.
 *
 * <p>If a packet-in is longer than 65,535 bytes, Open vSwitch sends all its bytes, with the lower 16 bits of their
 * number in the header. This is less than the length of a packet-in without a packet, so that it is not mistaken for a
 * truncated one. The sender of the packet chooses the bytes at that end.
 *
 * <p>For the executor of the session.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Two independent facts prove an end:</b> a length in the content, or the fixed size of the type, and a header
 * of the negotiated version with a possible length and a type that a switch sends after the handshake. A HELLO does not
 * count, because its type is 0, as payload often is. The bytes between two possible ends are not searched, because
 * hosts choose the content of packets.
 * <li><b>The nearer of two proven ends is taken</b>, because it is known first. So the result hardly depends on how TCP
 * divides the stream, and no message is hidden by a length that happens to end at a later one. The exception is a
 * packet-in that is shorter than its total_len and at the end of a read: it is dispatched at once, and refused
 * afterwards if the next bytes belong to it.
 * <li><b>A packet-in with more bytes than total_len is refused.</b> Which of the two lengths is wrong cannot be known,
 * and the surplus could be another message. The price: if a switch sends a total_len that is too small, a host can
 * place a message in the surplus. The bytes of a packet whose lengths agree are never interpreted as a message.
 * <li><b>The length that a malformed match implies is ignored.</b> {@code beacon probe fuzz} sent a FLOW_REMOVED that
 * was cut before its match. The length of the match was then read from an Ethernet address in the next packet-in, ended
 * at a later message by chance, and hid eight packet-ins.
 * <li><b>An oversized packet-in is skipped, and does not count as a wrong length</b>, because a host decides how often
 * one is sent. The case is certain: no truncated packet-in ends before its packet begins. Total_len is right, because
 * Open vSwitch cuts packets to 65,535 bytes; the datapath of the kernel drops those above 65,531.
 * <li><b>A message of another version ends the connection.</b> A switch has one version after the handshake. Skipping
 * such a message would take its length from bytes of unknown meaning, and continue at bytes that a host may have
 * chosen.
 * <li><b>After 100 wrong lengths in a minute the connection is closed.</b> Such a switch is defective, and each of its
 * messages costs a log line, an error and a search.
 * </ul>
 */
public final class Framing implements ReceivedPacketIns.MessageEnd {
    /** A result of the search for the end of a message. */
    enum End {
        /** The message has {@link #length()} bytes. */
        PROVEN,
        /** The message has {@link #length()} bytes unless the next bytes prove another length. */
        LIKELY,
        /** More bytes are needed. */
        INCOMPLETE,
        /** Only the header states a length; the end of the message is unproven. */
        UNKNOWN,
        /**
         * It is a packet-in of {@link #length()} bytes, more than a header can state and possibly more than have been
         * received. It is to be skipped.
         */
        OVERSIZED
    }

    /** The same number in all versions. */
    static final int PACKET_IN = MessageType.PACKET_IN.wire(Version.OF10);

    private @Nullable Version version;
    private int length;

    /** Sets the negotiated version. Before, the length in the header is the only one. */
    void setVersion(Version negotiated) {
        version = negotiated;
    }

    /** Returns the length of the message of the last {@link #find}, if it has returned PROVEN, LIKELY or OVERSIZED. */
    int length() {
        return length;
    }

    /**
     * Finds the end of the message at {@code at}, which has the version of the connection, and of which at least the
     * header has been received.
     */
    End find(byte[] bytes, int at, int to) {
        int inHeader = Header.length(bytes, at);
        int implied = implied(bytes, at, to);
        boolean agree = implied == ImpliedLength.NONE
                ? inHeader >= Header.LENGTH && isAccepted(bytes, at)
                : implied == inHeader;
        if (agree) {
            length = inHeader;
            return to - at < inHeader ? End.INCOMPLETE : End.PROVEN;
        }
        if (!hasPossibleMatch(bytes, at, to)) {
            return check(inHeader, bytes, at, to);
        }
        if (Header.type(bytes, at) == PACKET_IN) {
            if (implied == ImpliedLength.INCOMPLETE) {
                return End.INCOMPLETE;
            } else if (implied > Header.MAX_MESSAGE_LENGTH && (implied & Header.MAX_MESSAGE_LENGTH) == inHeader) {
                length = implied;
                return End.OVERSIZED;
            }
        }
        End nearer = check(Math.min(inHeader, implied), bytes, at, to);
        return nearer == End.UNKNOWN ? check(Math.max(inHeader, implied), bytes, at, to) : nearer;
    }

    @Override
    public boolean isProven(byte[] bytes, int at, int to, int ofMessage) {
        return find(bytes, at, to) == End.PROVEN && length == ofMessage;
    }

    private End check(int candidate, byte[] bytes, int at, int to) {
        if (candidate < Header.LENGTH) {
            return End.UNKNOWN;
        }
        if (to - at < candidate) {
            boolean isPossible = candidate <= Header.MAX_MESSAGE_LENGTH || candidate == ImpliedLength.INCOMPLETE;
            return isPossible ? End.INCOMPLETE : End.UNKNOWN;
        }
        length = candidate;
        return next(bytes, at + candidate, to, Header.versionAndType(bytes, at));
    }

    /**
     * Checks whether a message begins at {@code from}: its header has the version of the connection, the type of the
     * message before or one that a switch sends after the handshake, and a length that its content does not contradict.
     * If it does, the end of its content must be the begin of a further message.
     *
     * @param before the version and type of the message before
     */
    private End next(byte[] bytes, int from, int to, int before) {
        int at = from;
        while (true) {
            int left = to - at;
            if (left < Header.LENGTH && at > from) {
                return End.PROVEN;
            } else if (left == 0) {
                return End.LIKELY;
            } else if (!canBegin(bytes, at, left, before)) {
                return End.UNKNOWN;
            } else if (left < Header.LENGTH) {
                return End.INCOMPLETE;
            }
            int inHeader = Header.length(bytes, at);
            int implied = implied(bytes, at, to);
            if (inHeader >= Header.LENGTH && isPossible(bytes, at, implied, before)) {
                return End.PROVEN;
            } else if (implied == ImpliedLength.NONE) {
                return End.UNKNOWN;
            } else if (implied == inHeader || implied == ImpliedLength.INCOMPLETE) {
                return End.PROVEN;
            }
            at += implied;
        }
    }

    /** Returns whether a header may begin with these bytes, of which there is at least one. */
    private boolean canBegin(byte[] bytes, int at, int left, int before) {
        return isOfVersion(bytes, at)
                && (left == 1 || Header.versionAndType(bytes, at) == before || isExpected(type(bytes, at)));
    }

    /**
     * Returns whether a switch sends messages of this type after the handshake. It sends no HELLO, and payload often
     * resembles one, because its type is 0.
     */
    private static boolean isExpected(@Nullable MessageType type) {
        return type != null && type != MessageType.HELLO && !type.isFromController();
    }

    /** Returns whether a header, with a length of at least 8, can be right although its content may imply another. */
    private static boolean isPossible(byte[] bytes, int at, int implied, int before) {
        return implied == ImpliedLength.NONE
                || Header.versionAndType(bytes, at) == before
                || (Header.type(bytes, at) == PACKET_IN && Header.length(bytes, at) < implied);
    }

    /** Returns whether a message has a type that a switch may send. */
    private boolean isAccepted(byte[] bytes, int at) {
        MessageType type = type(bytes, at);
        return version == null || (type != null && !type.isFromController());
    }

    private boolean isOfVersion(byte[] bytes, int at) {
        return version != null && Header.version(bytes, at) == version.wire();
    }

    /** Returns the length that the content implies if it is laid out as in the version of the connection. */
    private int implied(byte[] bytes, int at, int to) {
        MessageType type = type(bytes, at);
        return version == null || type == null ? ImpliedLength.NONE : ImpliedLength.of(version, type, bytes, at, to);
    }

    /** Returns whether the match from which the length follows, if it does, is well-formed. */
    private boolean hasPossibleMatch(byte[] bytes, int at, int to) {
        MessageType type = type(bytes, at);
        return version == null || type == null || ImpliedLength.hasPossibleMatch(version, type, bytes, at, to);
    }

    /** Returns the type in the version of the connection, or null if it is unknown. */
    @Nullable
    MessageType type(byte[] bytes, int at) {
        return version == null
                ? null
                : MessageType.ofWire(version, Header.type(bytes, at)).orElse(null);
    }
}

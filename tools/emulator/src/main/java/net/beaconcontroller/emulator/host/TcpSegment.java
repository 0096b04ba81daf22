package net.beaconcontroller.emulator.host;

import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A TCP segment, RFC 9293 section 3.1, with the restrictions of emulated hosts: the payload consists of zeros and the
 * window is always {@link #WINDOW}.
 *
 * @param source the source IPv4 address, in the low 32 bits
 * @param destination the destination IPv4 address, in the low 32 bits
 * @param sequence the sequence number of the first byte, or of SYN or FIN
 * @param acknowledgment the next expected sequence number, valid with {@link #ACK}
 * @param flags any of {@link #FIN}, {@link #SYN}, {@link #RST}, {@link #PSH} and {@link #ACK}
 * @param length the number of payload bytes
 */
record TcpSegment(
        long source,
        int sourcePort,
        long destination,
        int destinationPort,
        int sequence,
        int acknowledgment,
        int flags,
        int length) {
    static final int FIN = 1;
    static final int SYN = 2;
    static final int RST = 4;
    static final int PSH = 8;
    static final int ACK = 16;

    /** The window in bytes, the largest one without window scaling. */
    static final int WINDOW = 0xffff;

    /** The length of the header without options. */
    static final int HEADER = Transport.TCP_HEADER_LENGTH;

    /**
     * The length of the options: two bytes of padding, then an experimental option, RFC 6994, with the
     * {@linkplain ProbeIds id} of the segment.
     */
    static final int OPTIONS = 20;

    /** The largest payload of an Ethernet frame. */
    static final int MAX_LENGTH = 1500 - 20 - HEADER - OPTIONS;

    /** The offset of the magic number and the id in a segment of an emulated host. */
    static final int PROBE_OFFSET = HEADER + 4;

    /** The position of the data offset in the word that also contains the flags. */
    private static final int OFFSET_SHIFT = 12;

    private static final int DESTINATION_PORT = 2;
    private static final int SEQUENCE = 4;
    private static final int ACKNOWLEDGMENT = 8;
    private static final int OFFSET_AND_FLAGS = 12;

    private static final int FLAGS_MASK = 0x3f;

    private static final int OPTION_KIND = 253;
    private static final int PADDING = 1;

    /** Reads an undamaged packet. Returns null if its header length is invalid. */
    static @Nullable TcpSegment read(Ipv4 packet) {
        byte[] array = packet.array();
        int start = packet.payloadOffset();
        int offsetAndFlags = ByteAccess.getUnsignedShort(array, start + OFFSET_AND_FLAGS);
        int header = (offsetAndFlags >>> OFFSET_SHIFT) * Integer.BYTES;
        if (header < HEADER || header > packet.payloadLength()) {
            return null;
        }
        return new TcpSegment(
                packet.source(),
                ByteAccess.getUnsignedShort(array, start),
                packet.destination(),
                ByteAccess.getUnsignedShort(array, start + DESTINATION_PORT),
                ByteAccess.getInt(array, start + SEQUENCE),
                ByteAccess.getInt(array, start + ACKNOWLEDGMENT),
                offsetAndFlags & FLAGS_MASK,
                packet.payloadLength() - header);
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Appends the segment, with a probe id in its options, to the headers of its packet. */
    FrameBuilder appendTo(FrameBuilder packet, long id) {
        byte[] options = new byte[OPTIONS];
        options[0] = PADDING;
        options[1] = PADDING;
        options[2] = (byte) OPTION_KIND;
        options[3] = OPTIONS - 2;
        ProbeIds.write(options, 4, id);
        return packet.tcp(sourcePort, destinationPort, sequence, acknowledgment, flags, options)
                .zeros(length);
    }

    /** Returns an empty segment in the opposite direction. */
    TcpSegment answer(int answerSequence, int answerAcknowledgment, int answerFlags) {
        return new TcpSegment(
                /* source= */ destination,
                /* sourcePort= */ destinationPort,
                /* destination= */ source,
                /* destinationPort= */ sourcePort,
                answerSequence,
                answerAcknowledgment,
                answerFlags,
                0);
    }
}

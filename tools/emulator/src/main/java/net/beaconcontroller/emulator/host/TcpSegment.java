package net.beaconcontroller.emulator.host;

import net.beaconcontroller.common.ByteAccess;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A segment of TCP, RFC 9293 section 3.1, as far as emulated hosts make use of it: what it carries are zeros, and its window is
 * always {@link #WINDOW}.
 *
 * @param source IPv4 address, in the low 32 bits
 * @param destination IPv4 address, in the low 32 bits
 * @param sequence the number of its first byte, or of its SYN or FIN
 * @param acknowledgment the number of the byte that is waited for, if it has {@link #ACK}
 * @param flags of {@link #FIN}, {@link #SYN}, {@link #RST}, {@link #PSH} and {@link #ACK}
 * @param length how many bytes it carries
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

    /** Of bytes on the way, as a header without options has room for. */
    static final int WINDOW = 0xffff;

    /** Without options. */
    static final int HEADER = Transport.TCP_HEADER_LENGTH;

    /** Two bytes of padding, then an experimental option, RFC 6994, with {@link ProbeIds#MAGIC} and the segment's id. */
    static final int OPTIONS = 20;

    /** What fits into an Ethernet frame, behind the header of IPv4. */
    static final int MAX_LENGTH = 1500 - 20 - HEADER - OPTIONS;

    /** Where the magic number and the id are, behind the packet's header, if it is a segment of an emulated host. */
    static final int PROBE_OFFSET = HEADER + 4;

    /** How long the header is, in words, stands above the flags. */
    private static final int OFFSET_SHIFT = 12;

    private static final int DESTINATION_PORT = 2;
    private static final int SEQUENCE = 4;
    private static final int ACKNOWLEDGMENT = 8;
    private static final int OFFSET_AND_FLAGS = 12;

    private static final int FLAGS_MASK = 0x3f;

    private static final int OPTION_KIND = 253;
    private static final int PADDING = 1;

    /** Reads a packet that is intact; null if the length of its header is wrong. */
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
        ByteAccess.putLong(options, 4, ProbeIds.MAGIC);
        ByteAccess.putLong(options, 4 + Long.BYTES, id);
        return packet.tcp(sourcePort, destinationPort, sequence, acknowledgment, flags, options)
                .zeros(length);
    }

    /** A segment the other way, without bytes. */
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

package net.beaconcontroller.decode;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A forward-only reader of capture files: pcap (draft-ietf-opsawg-pcap) in both byte orders, with microseconds and
 * nanoseconds, and pcapng (draft-ietf-opsawg-pcapng). It supports the pcapng blocks below and the options if_tsresol
 * and if_tsoffset, and skips all others.
 *
 * <pre>
 *  pcap:    magic:4 version:4 thiszone:4 sigfigs:4 snaplen:4 linktype:4
 *           then per packet: seconds:4 fraction:4 captured length:4 original length:4 data ...
 *
 *  pcapng:  per block: type:4 length:4 body ... length:4, where the body is
 *           section    byte order:4 version:4 section length:8 options ...
 *           interface  linktype:2 reserved:2 snaplen:4 options ...
 *           enhanced   interface:4 timestamp:8 captured length:4 original length:4 data ... options ...
 *           simple     original length:4 data ...
 * </pre>
 *
 * <p>This class exists because the libraries for pcap files are native.
 */
final class PcapReader {
    private static final int HEADROOM = 16;
    /** The maximum packet length; a greater length means a damaged capture. */
    private static final int MAX_PACKET = 1 << 24;

    private static final int MAX_SKIP = 1 << 16;

    private static final int MICROS = 0xa1b2c3d4;
    private static final int NANOS = 0xa1b23c4d;
    private static final int REST_OF_HEADER = 20;
    private static final int RECORD_HEADER = 16;

    private static final int SECTION = 0x0a0d0d0a;
    private static final int INTERFACE = 1;
    private static final int SIMPLE = 3;
    private static final int ENHANCED = 6;
    private static final int BYTE_ORDER = 0x1a2b3c4d;
    private static final int BLOCK_FRAME = 12;
    private static final int INTERFACE_BODY = 8;
    private static final int ENHANCED_BODY = 20;
    private static final int SIMPLE_BODY = 4;

    private static final int OPTION_END = 0;
    private static final int OPTION_RESOLUTION = 9;
    private static final int OPTION_EPOCH = 14;

    /**
     * A packet.
     *
     * @param position the offset in the file
     * @param linkType a LINKTYPE_ value
     * @param data an array-backed buffer, valid until the next packet is read. The 16 bytes before its position may be
     *     overwritten to prepend a missing header.
     */
    record Packet(long position, int linkType, Instant time, ByteBuffer data) {}

    /** A capture interface; pcap has one. */
    private record Interface(int linkType, long mostBytes, Clock clock) {}

    /** The unit and the epoch of time stamps. */
    private record Clock(long partsInSecond, long epoch) {
        private static final long NANOS_IN_SECOND = 1_000_000_000;
        private static final long MAX_SECONDS = 1L << 40;

        Instant at(long parts) throws PcapException {
            long seconds = Long.divideUnsigned(parts, partsInSecond);
            if (seconds < 0 || seconds > MAX_SECONDS || epoch < -MAX_SECONDS || epoch > MAX_SECONDS) {
                throw new PcapException(
                        "a time of %s seconds after the second %d".formatted(Long.toUnsignedString(seconds), epoch));
            }
            return Instant.ofEpochSecond(epoch + seconds, nanos(Long.remainderUnsigned(parts, partsInSecond)));
        }

        private long nanos(long parts) {
            return BigInteger.valueOf(parts)
                    .multiply(BigInteger.valueOf(NANOS_IN_SECOND))
                    .divide(BigInteger.valueOf(partsInSecond))
                    .longValueExact();
        }
    }

    private final BufferedInputStream in;
    private final boolean isNg;
    private final List<Interface> interfaces = new ArrayList<>();
    private ByteOrder order = ByteOrder.BIG_ENDIAN;

    private long read;
    private long position;
    private byte[] array = new byte[HEADROOM + 2048];
    private Instant time = Instant.EPOCH;

    /** @throws PcapException if the file is not a capture */
    PcapReader(InputStream in) throws IOException, PcapException {
        this.in = new BufferedInputStream(in, 1 << 16);
        byte[] magic = this.in.readNBytes(4);
        read = magic.length;
        if (magic.length == 0) {
            throw new PcapException("it is empty");
        }
        int big = magic.length < 4 ? 0 : ByteBuffer.wrap(magic).getInt();
        isNg = big == SECTION;
        if (isNg) {
            section();
        } else if (isPcap(big)) {
            header(big);
        } else if (isPcap(Integer.reverseBytes(big))) {
            order = ByteOrder.LITTLE_ENDIAN;
            header(Integer.reverseBytes(big));
        } else {
            throw new PcapException("it begins with %s, needs a1b2c3d4 or a1b23c4d in either order, or 0a0d0d0a"
                    .formatted(HexFormat.of().formatHex(magic)));
        }
    }

    private static boolean isPcap(int magic) {
        return magic == MICROS || magic == NANOS;
    }

    private void header(int magic) throws IOException, PcapException {
        ByteBuffer rest = bytes(REST_OF_HEADER);
        // The upper bits are the FCS length.
        int onlyLinkType = rest.getInt(16) & 0xffff;
        interfaces.add(
                new Interface(onlyLinkType, MAX_PACKET, new Clock(magic == NANOS ? 1_000_000_000 : 1_000_000, 0)));
    }

    /**
     * Reads the next packet.
     *
     * @return null at the end of the capture
     * @throws PcapException if the capture is damaged at this point
     */
    @Nullable
    Packet next() throws IOException, PcapException {
        position = read;
        return isNg ? nextOfBlocks() : nextRecord();
    }

    /** Returns the file offset of the current packet or error. */
    long position() {
        return position;
    }

    private @Nullable Packet nextRecord() throws IOException, PcapException {
        if (isAtEnd()) {
            return null;
        }
        ByteBuffer header = bytes(RECORD_HEADER);
        Interface only = interfaces.getFirst();
        long seconds = Integer.toUnsignedLong(header.getInt(0));
        long parts = Integer.toUnsignedLong(header.getInt(4));
        time = only.clock.at(seconds * only.clock.partsInSecond + parts);
        long captured = Integer.toUnsignedLong(header.getInt(8));
        if (captured > MAX_PACKET) {
            throw new PcapException("a packet of %d bytes, needs at most %d".formatted(captured, MAX_PACKET));
        }
        bytes((int) captured);
        return packet(only, 0, (int) captured);
    }

    private @Nullable Packet nextOfBlocks() throws IOException, PcapException {
        while (!isAtEnd()) {
            position = read;
            int type = bytes(4).getInt(0);
            if (type == SECTION) {
                section();
                continue;
            }
            long body = blockLength() - BLOCK_FRAME;
            if (type != INTERFACE && type != ENHANCED && type != SIMPLE) {
                skip(body + 4);
                continue;
            }
            if (body > MAX_PACKET) {
                throw new PcapException("a block of %d bytes, needs at most %d".formatted(body, MAX_PACKET));
            }
            ByteBuffer block = bytes((int) body + 4).limit((int) body);
            if (type != INTERFACE) {
                return type == ENHANCED ? enhanced(block) : simple(block);
            }
            addInterface(block);
        }
        return null;
    }

    /** Reads the rest of a section header block. The byte order follows the length. */
    private void section() throws IOException, PcapException {
        ByteBuffer header = bytes(8);
        order = header.order(ByteOrder.BIG_ENDIAN).getInt(4) == BYTE_ORDER
                ? ByteOrder.BIG_ENDIAN
                : ByteOrder.LITTLE_ENDIAN;
        if (header.order(order).getInt(4) != BYTE_ORDER) {
            throw new PcapException("a section with the byte order %08x, needs %08x in either order"
                    .formatted(header.getInt(4), BYTE_ORDER));
        }
        interfaces.clear();
        skip(checked(header.getInt(0)) - BLOCK_FRAME);
    }

    private long blockLength() throws IOException, PcapException {
        return checked(bytes(4).getInt(0));
    }

    private static long checked(int blockLength) throws PcapException {
        long unsigned = Integer.toUnsignedLong(blockLength);
        if (unsigned < BLOCK_FRAME || unsigned % 4 != 0) {
            throw new PcapException(
                    "a block of %d bytes, needs a multiple of 4, and at least %d".formatted(unsigned, BLOCK_FRAME));
        }
        return unsigned;
    }

    private void addInterface(ByteBuffer block) throws PcapException {
        need(block, INTERFACE_BODY);
        int type = Short.toUnsignedInt(block.getShort());
        long mostBytes = Integer.toUnsignedLong(block.position(4).getInt());
        long partsInSecond = 1_000_000;
        long epoch = 0;
        while (block.remaining() >= 4) {
            int option = Short.toUnsignedInt(block.getShort());
            int size = Short.toUnsignedInt(block.getShort());
            if (option == OPTION_END || size > block.remaining()) {
                break;
            }
            int at = block.position();
            if (option == OPTION_RESOLUTION && size >= 1) {
                partsInSecond = partsInSecond(block.get(at));
            } else if (option == OPTION_EPOCH && size >= Long.BYTES) {
                epoch = block.getLong(at);
            }
            block.position(Math.min(block.limit(), at + (size + 3 & ~3)));
        }
        interfaces.add(new Interface(type, mostBytes == 0 ? MAX_PACKET : mostBytes, new Clock(partsInSecond, epoch)));
    }

    /** Returns the units per second of if_tsresol. The high bit selects a negative power of 2, else of 10. */
    private static long partsInSecond(byte resolution) throws PcapException {
        int power = resolution & 0x7f;
        boolean isBinary = resolution < 0;
        if (power > (isBinary ? 62 : 18)) {
            throw new PcapException("a time in units of %d^-%d seconds".formatted(isBinary ? 2 : 10, power));
        }
        return isBinary ? 1L << power : (long) Math.pow(10, power);
    }

    private Packet enhanced(ByteBuffer block) throws PcapException {
        need(block, ENHANCED_BODY);
        Interface of = interfaceOf(Integer.toUnsignedLong(block.getInt(0)));
        time = of.clock.at(Integer.toUnsignedLong(block.getInt(4)) << 32 | Integer.toUnsignedLong(block.getInt(8)));
        long captured = Integer.toUnsignedLong(block.getInt(12));
        if (captured > block.limit() - ENHANCED_BODY) {
            throw new PcapException("a packet of %d bytes in a block with room for %d"
                    .formatted(captured, block.limit() - ENHANCED_BODY));
        }
        return packet(of, ENHANCED_BODY, (int) captured);
    }

    /** Reads a simple packet block. It has no time stamp; the previous one applies. */
    private Packet simple(ByteBuffer block) throws PcapException {
        need(block, SIMPLE_BODY);
        Interface of = interfaceOf(0);
        long original = Integer.toUnsignedLong(block.getInt(0));
        return packet(of, SIMPLE_BODY, (int) Math.min(block.limit() - SIMPLE_BODY, Math.min(original, of.mostBytes)));
    }

    private Interface interfaceOf(long number) throws PcapException {
        if (number >= interfaces.size()) {
            throw new PcapException(
                    "a packet of the interface %d, but there are %d before it".formatted(number, interfaces.size()));
        }
        return interfaces.get((int) number);
    }

    private static void need(ByteBuffer block, int least) throws PcapException {
        if (block.limit() < least) {
            throw new PcapException(
                    "a block with a body of %d bytes, needs at least %d".formatted(block.limit(), least));
        }
    }

    private Packet packet(Interface of, int start, int length) {
        return new Packet(position, of.linkType, time, ByteBuffer.wrap(array, HEADROOM + start, length));
    }

    private boolean isAtEnd() throws IOException {
        in.mark(1);
        boolean isAtEnd = in.read() < 0;
        in.reset();
        return isAtEnd;
    }

    /** Reads {@code count} bytes into the array, after the headroom. */
    private ByteBuffer bytes(int count) throws IOException, PcapException {
        if (HEADROOM + count > array.length) {
            array = Arrays.copyOf(array, HEADROOM + count);
        }
        int there = in.readNBytes(array, HEADROOM, count);
        read += there;
        if (there < count) {
            throw new PcapException("unexpected end of file at byte %d".formatted(read));
        }
        return ByteBuffer.wrap(array, HEADROOM, count).slice().order(order);
    }

    private void skip(long count) throws IOException, PcapException {
        for (long left = count; left > 0; left -= MAX_SKIP) {
            bytes((int) Math.min(left, MAX_SKIP));
        }
    }
}

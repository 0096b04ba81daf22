package net.beaconcontroller.decode;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.HexFormat;

/** A builder of pcap captures with TCP segments between two hosts. */
final class CaptureBuilder {
    static final int MICROS = 0xa1b2c3d4;
    static final int NANOS = 0xa1b23c4d;
    static final int ETHERNET = 1;

    /** The time of the first packet. Packets are one millisecond apart. */
    static final Instant BEGIN = Instant.parse("2026-11-21T12:00:00.000123Z");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ByteOrder order;
    private final int magic;
    private final int linkType;
    private Instant now = BEGIN;

    private CaptureBuilder(ByteOrder order, int magic, int linkType) {
        this.order = order;
        this.magic = magic;
        this.linkType = linkType;
    }

    static CaptureBuilder pcap(ByteOrder order, int magic, int linkType) {
        var capture = new CaptureBuilder(order, magic, linkType);
        capture.write(24, header -> header.putInt(magic)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65535)
                .putInt(linkType));
        return capture;
    }

    static CaptureBuilder ethernet() {
        return pcap(ByteOrder.LITTLE_ENDIAN, MICROS, ETHERNET);
    }

    interface Content {
        void writeTo(ByteBuffer buffer);
    }

    private void write(int length, Content content) {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(order);
        content.writeTo(buffer);
        bytes.writeBytes(buffer.array());
    }

    /** Advances the time of the next packet. */
    CaptureBuilder wait(int seconds) {
        now = now.plusSeconds(seconds);
        return this;
    }

    CaptureBuilder packet(byte[] packet) {
        int unit = magic == NANOS ? 1 : 1000;
        write(16, header -> header.putInt((int) now.getEpochSecond())
                .putInt(now.getNano() / unit)
                .putInt(packet.length)
                .putInt(packet.length));
        bytes.writeBytes(packet);
        now = now.plusMillis(1);
        return this;
    }

    /** Appends a segment in a frame of the link type. */
    CaptureBuilder segment(Side from, int sequence, String hex) {
        return packet(frame(from, from.segment(sequence, 0x18, hex)));
    }

    /** Appends a SYN, whose sequence number is one less than that of the first byte. */
    CaptureBuilder syn(Side from, int first) {
        return packet(frame(from, from.segment(first - 1, 0x02, "")));
    }

    private byte[] frame(Side from, byte[] segment) {
        byte[] ip = from.ip(segment);
        String type = from.isIpv6() ? "86dd" : "0800";
        String link =
                switch (linkType) {
                    case ETHERNET -> "0200000000020200000000018100000a" + type;
                    case 113 -> "0000030400060000000000000000" + type;
                    case 276 -> type + "000000000001030400060000000000000000";
                    case 0 -> from.isIpv6() ? "1e000000" : "02000000";
                    default -> "";
                };
        return join(HexFormat.of().parseHex(link), ip);
    }

    static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    /** An endpoint of a connection and its peer. */
    record Side(String address, int port, String otherAddress, int otherPort) {
        static Side ipv4(int port, int otherPort) {
            return new Side("0a000001", port, "0a000002", otherPort);
        }

        static Side ipv6(int port, int otherPort) {
            String prefix = "fe80" + "0".repeat(26);
            return new Side(prefix + "01", port, prefix + "02", otherPort);
        }

        Side other() {
            return new Side(otherAddress, otherPort, address, port);
        }

        boolean isIpv6() {
            return address.length() == 32;
        }

        private byte[] segment(int sequence, int flags, String hex) {
            byte[] data = HexFormat.of().parseHex(hex);
            return ByteBuffer.allocate(32 + data.length)
                    .putShort((short) port)
                    .putShort((short) otherPort)
                    .putInt(sequence)
                    .putInt(0)
                    // 12 bytes of options.
                    .put((byte) 0x80)
                    .put((byte) flags)
                    .put(new byte[18])
                    .put(data)
                    .array();
        }

        private byte[] ip(byte[] segment) {
            byte[] addresses = HexFormat.of().parseHex(address + otherAddress);
            ByteBuffer header = isIpv6()
                    ? ByteBuffer.allocate(8)
                            .putInt(6 << 28)
                            .putShort((short) segment.length)
                            .put((byte) 6)
                            .put((byte) 64)
                    : ByteBuffer.allocate(12)
                            .putShort((short) 0x4500)
                            .putShort((short) (20 + segment.length))
                            .putInt(0)
                            .put((byte) 64)
                            .put((byte) 6)
                            .putShort((short) 0);
            // Ethernet padding.
            return join(header.array(), addresses, segment, new byte[isIpv6() ? 0 : 6]);
        }
    }
}

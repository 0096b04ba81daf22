package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Transport;

/** Frames with checksums that are right, and a check that they are. */
public final class TestFrames {
    private static final int IP = Ethernet.HEADER_LENGTH;
    private static final byte[] PAYLOAD = {1, 2, 3, 4, 5, 6, 7};

    private TestFrames() {}

    public static Bytes udp4() {
        int length = 8 + PAYLOAD.length;
        return withChecksums(ip4(Transport.UDP, length, udp -> udp.putShort((short) 10)
                .putShort((short) 20)
                .putShort((short) length)
                .putShort((short) 0)
                .put(PAYLOAD)));
    }

    static Bytes icmp4() {
        return withChecksums(ip4(
                Icmp.V4, 8 + PAYLOAD.length, icmp -> icmp.putLong(0x0800L << 48).put(PAYLOAD)));
    }

    static Bytes sctp4() {
        byte[] frame = ip4(MatchKey.SCTP, 12, sctp -> sctp.putShort((short) 10).putShort((short) 20));
        var crc = new CRC32C();
        crc.update(frame, IP + 20, 12);
        ByteBuffer.wrap(frame).putInt(IP + 28, Integer.reverseBytes((int) crc.getValue()));
        return withChecksums(frame);
    }

    static Bytes tcp6() {
        int length = 20 + PAYLOAD.length;
        byte[] array = new byte[IP + 40 + length];
        ByteBuffer frame = ethernet(Ethernet.TYPE_IPV6, array);
        frame.putInt(0x6000_0000)
                .putShort((short) length)
                .put((byte) Transport.TCP)
                .put((byte) 64);
        frame.putLong(0xfd00L << 48).putLong(1).putLong(0xfd00L << 48).putLong(2);
        frame.putShort((short) 10).putShort((short) 20).putLong(0).put((byte) (5 << 4));
        frame.position(frame.capacity() - PAYLOAD.length).put(PAYLOAD);
        return withChecksums(array);
    }

    private interface Begin {
        void write(ByteBuffer transport);
    }

    private static byte[] ip4(int protocol, int length, Begin begin) {
        byte[] array = new byte[IP + 20 + length];
        ByteBuffer frame = ethernet(Ethernet.TYPE_IPV4, array);
        frame.putShort((short) 0x4500).putShort((short) (20 + length)).putInt(0x1234_0000);
        frame.put((byte) 64).put((byte) protocol).putShort((short) 0);
        frame.putInt(0x0a00_0001).putInt(0x0a00_0002);
        begin.write(frame);
        return array;
    }

    private static ByteBuffer ethernet(int type, byte[] array) {
        ByteBuffer frame = ByteBuffer.wrap(array);
        frame.put(new byte[] {0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1}).putShort((short) type);
        return frame;
    }

    private static Bytes withChecksums(byte[] array) {
        ByteBuffer frame = ByteBuffer.wrap(array);
        for (int at : checksums(array)) {
            frame.putShort(at, (short) ~sum(array, at));
        }
        return Bytes.of(array);
    }

    /** Fails unless IP's checksum, and that of TCP, UDP or ICMP, are right. */
    static void requireChecksums(Bytes bytes) {
        byte[] array = bytes.toArray();
        assertThat(checksums(array)).isNotEmpty().allSatisfy(at -> assertThat(sum(array, at))
                .as("sum at byte %d of %s", at, bytes)
                .isEqualTo(0xffff));
    }

    private static List<Integer> checksums(byte[] array) {
        int ip = ip(array);
        boolean is4 = array[ip] >> 4 == 4;
        int transport = ip + (is4 ? 20 : 40);
        int protocol = array[is4 ? ip + 9 : ip + 6] & 0xff;
        var places = new ArrayList<Integer>();
        if (is4) {
            places.add(ip + 10);
        }
        switch (protocol) {
            case Transport.TCP -> places.add(transport + 16);
            case Transport.UDP -> places.add(transport + 6);
            case Icmp.V4 -> places.add(transport + 2);
            default -> {}
        }
        return places;
    }

    private static int ip(byte[] array) {
        return ByteBuffer.wrap(array).getShort(12) == (short) 0x8100 ? IP + 4 : IP;
    }

    /** The sum of all that the checksum at a place covers, itself included. */
    private static int sum(byte[] array, int at) {
        int ip = ip(array);
        boolean is4 = array[ip] >> 4 == 4;
        int transport = ip + (is4 ? 20 : 40);
        if (at == ip + 10 && is4) {
            return fold(add(array, ip, transport, 0));
        }
        int protocol = array[is4 ? ip + 9 : ip + 6] & 0xff;
        long sum = add(array, transport, array.length, 0);
        if (protocol != Icmp.V4) {
            sum = add(array, is4 ? ip + 12 : ip + 8, transport, sum) + protocol + array.length - transport;
        }
        return fold(sum);
    }

    private static long add(byte[] array, int from, int to, long sum) {
        long all = sum;
        for (int i = from; i < to; i++) {
            all += (array[i] & 0xff) << ((i - from) % 2 == 0 ? 8 : 0);
        }
        return all;
    }

    private static int fold(long sum) {
        long folded = sum;
        while (folded >> 16 != 0) {
            folded = (folded & 0xffff) + (folded >> 16);
        }
        return (int) folded;
    }
}

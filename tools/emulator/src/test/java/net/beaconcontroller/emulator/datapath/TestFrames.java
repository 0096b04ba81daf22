package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.zip.CRC32C;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.InternetChecksum;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;

/** Frames with correct checksums, and a verification of checksums. */
public final class TestFrames {
    private static final byte[] PAYLOAD = {1, 2, 3, 4, 5, 6, 7};

    private TestFrames() {}

    public static Bytes udp4() {
        return Bytes.of(ipv4().udp(10, 20).payload(PAYLOAD).build());
    }

    static Bytes icmp4() {
        return Bytes.of(ipv4().echoRequest(0, 0).payload(PAYLOAD).build());
    }

    static Bytes sctp4() {
        byte[] packet = new byte[12];
        ByteAccess.putShort(packet, 0, 10);
        ByteAccess.putShort(packet, 2, 20);
        var crc = new CRC32C();
        crc.update(packet);
        ByteAccess.putInt(packet, 8, Integer.reverseBytes((int) crc.getValue()));
        return Bytes.of(ipv4().protocol(MatchKey.SCTP).payload(packet).build());
    }

    static Bytes tcp6() {
        return Bytes.of(FrameBuilder.ethernet(2, 1)
                .ipv6(Ipv6Address.parse("fd00::1"), Ipv6Address.parse("fd00::2"))
                .tcp(10, 20, 0, 0, 0)
                .payload(PAYLOAD)
                .build());
    }

    private static FrameBuilder ipv4() {
        return FrameBuilder.ethernet(2, 1).ipv4(0x0a00_0001, 0x0a00_0002);
    }

    /** Fails unless the checksums of IPv4 and of TCP, UDP or ICMP are correct. */
    static void requireChecksums(Bytes bytes) {
        var frame = new Ethernet();
        frame.wrap(bytes.toArray(), 0, bytes.length());
        Ipv4 ipv4 = frame.ipv4();
        assertThat(ipv4 == null ? isIntact(Objects.requireNonNull(frame.ipv6()), frame) : ipv4.isIntact())
                .as("checksums of %s", bytes)
                .isTrue();
    }

    /** Whether the checksum is correct: the sum over data that includes it is 0. TCP also covers a pseudo header. */
    private static boolean isIntact(Ipv6 packet, Ethernet frame) {
        int payloadLength = frame.payloadLength() - 40;
        long pseudoHeader =
                InternetChecksum.sum(packet.array(), packet.sourceOffset(), 32) + packet.nextHeader() + payloadLength;
        return InternetChecksum.finish(
                        pseudoHeader + InternetChecksum.sum(packet.array(), frame.payloadOffset() + 40, payloadLength))
                == 0;
    }
}

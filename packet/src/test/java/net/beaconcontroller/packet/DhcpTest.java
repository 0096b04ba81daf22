package net.beaconcontroller.packet;

import static java.util.Objects.requireNonNull;
import static net.beaconcontroller.packet.Frames.dhcp;
import static net.beaconcontroller.packet.Frames.view;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DhcpTest {
    private static @Nullable Dhcp message(String options) {
        return requireNonNull(view("0800", dhcp("02", options)).ipv4()).dhcp();
    }

    @Test
    void readsTheAckOfAServer() {
        Dhcp message = requireNonNull(message("350105 3304 00000e10 ff"));
        assertThat(message.isFromClient()).isFalse();
        assertThat(message.type()).isEqualTo(Dhcp.ACK);
        assertThat(message.transactionId()).isEqualTo(0x89abcdef);
        assertThat(message.yourAddress()).isEqualTo(0x0a000063);
        assertThat(message.relayAddress()).isEqualTo(0x0a0000fe);
        assertThat(message.clientMac()).isEqualTo(0x0200000000a1L);
        assertThat(message.leaseSeconds()).isEqualTo(3600);
    }

    @Test
    void readsTheRequestOfAClient() {
        Ipv4 packet = requireNonNull(view("0800", dhcp("01", "350103 ff")).ipv4());
        Dhcp message = requireNonNull(packet.dhcp());
        assertThat(message.isFromClient()).isTrue();
        assertThat(message.type()).isEqualTo(Dhcp.REQUEST);
        assertThat(message.leaseSeconds()).isZero();
    }

    @Test
    void readsOptionsAfterPaddingAndUpToTheEndOption() {
        Dhcp message = requireNonNull(message("00 00 0c03616263 350105 ff 3304 00000e10"));
        assertThat(message.type()).isEqualTo(Dhcp.ACK);
        assertThat(message.leaseSeconds()).isZero();
    }

    @Test
    void isAbsentWithoutAMessageTypeOrWithTruncatedOptions() {
        assertThat(message("350105")).isNotNull();
        assertThat(message("ff")).as("BOOTP").isNull();
        assertThat(message("35020505 ff")).as("type of two bytes").isNull();
        assertThat(message("350105 33")).as("no length").isNull();
        assertThat(message("350105 3304 000e10")).as("no value").isNull();
    }

    /** Random packets, most of them nearly DHCP. */
    @Test
    void isFoundOnlyInPacketsThatMayBeDhcp() {
        var random = new Random(1);
        var view = new Ethernet();
        int found = 0;
        int excluded = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] frame = new byte[Ethernet.HEADER_LENGTH + random.nextInt(20, 80)];
            random.nextBytes(frame);
            int start = Ethernet.HEADER_LENGTH;
            int header = random.nextInt(4) > 0 ? 20 : random.nextInt(16) * 4;
            ByteBuffer.wrap(frame)
                    .putShort(start - 2, (short) Ethernet.TYPE_IPV4)
                    .put(start, (byte) (0x40 | header / 4))
                    .putShort(start + 2, (short) random.nextInt(100))
                    .putShort(start + 6, (short) (random.nextInt(4) > 0 ? 0 : random.nextInt()))
                    .put(start + Ipv4.PROTOCOL_OFFSET, (byte)
                            (random.nextInt(4) > 0 ? Transport.UDP : random.nextInt()));
            for (int at = start + header; at + 2 <= frame.length && at < start + header + 4; at += 2) {
                ByteBuffer.wrap(frame).putShort(at, (short) random.nextInt(66, 70));
            }
            view.wrap(frame, 0, frame.length);
            Ipv4 packet = view.ipv4();
            boolean isDhcp = packet != null && packet.isDhcp();
            boolean mayBeDhcp = Ipv4.mayBeDhcp(frame, start, frame.length);
            assertThat(isDhcp && !mayBeDhcp).as(HexFormat.of().formatHex(frame)).isFalse();
            found += isDhcp ? 1 : 0;
            excluded += mayBeDhcp ? 0 : 1;
        }
        assertThat(found).isGreaterThan(1_000);
        assertThat(excluded).isGreaterThan(1_000);
    }

    @Test
    void aMessageToAClientOrAReplyToARelayAgentIsOfAServerWhateverItsSourcePort() {
        String ack = dhcp("02", "350105 ff");
        assertThat(isToDhcpClient(ack)).isTrue();
        assertThat(isToDhcpClient(ack.replace("0043 0044", "0400 0044"))).isTrue();
        assertThat(isToDhcpClient(ack.replace("0043 0044", "0043 0043"))).isTrue();
        assertThat(isToDhcpClient(dhcp("01", "350103 ff").replace("0043 0044", "0044 0043")))
                .as("request")
                .isFalse();
        assertThat(isToDhcpClient(ack.replace("0043 0044", "0043 0035"))).isFalse();
        assertThat(isToDhcpClient(ack.replace("63825363", "00000000")))
                .as("BOOTP")
                .isTrue();
    }

    private static boolean isToDhcpClient(String packet) {
        return requireNonNull(view("0800", packet).ipv4()).isToDhcpClient();
    }

    @Test
    void isAbsentOnOtherPortsAndForOtherHardwareTypes() {
        String message = dhcp("02", "350105 ff");
        Ipv4 dns = requireNonNull(
                view("0800", message.replace("0043 0044", "0044 0035")).ipv4());
        assertThat(dns.isDhcp()).isFalse();
        assertThat(dns.dhcp()).isNull();
        Ipv4 infiniband = requireNonNull(
                view("0800", message.replace("02 01 06", "02 20 00")).ipv4());
        assertThat(infiniband.isDhcp()).isTrue();
        assertThat(infiniband.dhcp()).isNull();
        Ipv4 bootp = requireNonNull(
                view("0800", message.replace("63825363", "00000000")).ipv4());
        assertThat(bootp.dhcp()).isNull();
    }
}

package net.beaconcontroller.packet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameBuilderTest {
    private static final long SOURCE = 0x0200_0000_00a1L;
    private static final long DESTINATION = 0x0200_0000_00b2L;
    private static final long IP = 0x0a00_0001L;
    private static final long OTHER_IP = 0x0a00_0002L;
    private static final Ipv6Address IPV6 = Ipv6Address.parse("fe80::1");
    private static final Ipv6Address OTHER_IPV6 = Ipv6Address.parse("fe80::2");
    private static final Ipv6Address SOLICITED_NODE = Ipv6Address.parse("ff02::1:ff00:2");

    private static FrameBuilder frame() {
        return FrameBuilder.ethernet(DESTINATION, SOURCE);
    }

    /** Asserts the bytes of a frame from the source to the destination, after the addresses, without padding. */
    private static void assertBytes(FrameBuilder builder, String... hex) {
        byte[] expected = Frames.frame(hex);
        assertThat(HexFormat.of().formatHex(builder.build()))
                .isEqualTo(HexFormat.of().formatHex(Arrays.copyOf(expected, Math.max(60, expected.length))));
    }

    @Test
    void writesAnArpRequestAndItsReply() {
        assertBytes(
                FrameBuilder.ethernet(DESTINATION, SOURCE).arpRequest(0x0a000001L, 0x0a0000feL), "0806", Frames.ARP);
        assertBytes(
                frame().arpReply(0x0a0000feL, 0x0a000001L),
                "0806 0001 0800 06 04 0002 0200000000a1 0a0000fe 0200000000b2 0a000001");
    }

    @Test
    void writesAVlanTagOnlyForAVlan() {
        assertBytes(frame().vlan(100).arpRequest(0x0a000001L, 0x0a0000feL), "8100 0064 0806", Frames.ARP);
        assertBytes(frame().vlan(VlanId.NONE).arpRequest(0x0a000001L, 0x0a0000feL), "0806", Frames.ARP);
    }

    @Test
    void writesAPayloadOfAnotherType() {
        byte[] payload = new byte[100];
        new Random(1).nextBytes(payload);
        assertBytes(
                frame().type(0x88b5).payload(payload), "88b5", HexFormat.of().formatHex(payload));
    }

    @Test
    void writesUdpOverIpv4WithLengthsAndChecksums() {
        assertBytes(
                frame().ipv4(IP, OTHER_IP).udp(53, 0xd431).payload("abc".getBytes(US_ASCII)),
                "0800 4500 001f 0000 0000 40 11 66cc 0a000001 0a000002 0035 d431 000b 530c 616263");
    }

    @Test
    void writesAnEchoRequestOverIpv4() {
        assertBytes(
                frame().ipv4(IP, OTHER_IP).echoRequest(0x1234, 1).payload((byte) 'a'),
                "0800 4500 001d 0000 0000 40 01 66de 0a000001 0a000002 08 00 84ca 1234 0001 61");
    }

    @Test
    void writesTcpWithOptions() {
        assertBytes(
                frame().ipv4(IP, OTHER_IP)
                        .tcp(0xc001, 443, 1, 2, 0x12, Frames.bytes("020405b4"))
                        .payload((byte) 'a'),
                "0800 4500 002d 0000 0000 40 06 66c9 0a000001 0a000002",
                "c001 01bb 00000001 00000002 60 12 ffff 6153 0000 020405b4 61");
    }

    @Test
    void writesTcpWithPortsOnly() {
        assertThat(frame().ipv4(IP, OTHER_IP).tcp(0xc001, 443).build())
                .isEqualTo(
                        frame().ipv4(IP, OTHER_IP).tcp(0xc001, 443, 0, 0, 0x02).build());
    }

    @Test
    void writesUdpAndAnEchoReplyOverIpv6() {
        String addresses = "fe80 000000000000 0000000000000001 fe80 000000000000 0000000000000002";
        assertBytes(
                frame().ipv6(IPV6, OTHER_IPV6).udp(53, 0xd431).payload("ab".getBytes(US_ASCII)),
                "86dd 60000000 000a 11 40",
                addresses,
                "0035 d431 000a cd0c 6162");
        assertBytes(
                frame().ipv6(IPV6, OTHER_IPV6).echoRequest(0x1234, 1).payload("ab".getBytes(US_ASCII)),
                "86dd 60000000 000a 3a 40",
                addresses,
                "80 00 0f1f 1234 0001 6162");
    }

    @Test
    void writesANeighborSolicitationWithTheSourceAddressAndOneWithoutForDuplicateAddressDetection() {
        assertBytes(
                frame().ipv6(IPV6, SOLICITED_NODE).neighborSolicitation(OTHER_IPV6, SOURCE),
                "86dd 60000000 0020 3a ff fe800000000000000000000000000001 ff0200000000000000000001ff000002",
                "87 00 79f7 00000000 fe800000000000000000000000000002 01 01 0200000000a1");
        assertBytes(
                frame().ipv6(Ipv6Address.UNSPECIFIED, SOLICITED_NODE)
                        .neighborSolicitation(OTHER_IPV6, NeighborDiscovery.NO_MAC),
                "86dd 60000000 0018 3a ff 00000000000000000000000000000000 ff0200000000000000000001ff000002",
                "87 00 7c23 00000000 fe800000000000000000000000000002");
    }

    @Test
    void writesANeighborAdvertisement() {
        assertBytes(
                frame().ipv6(IPV6, Ipv6Address.parse("ff02::1")).neighborAdvertisement(IPV6, SOURCE),
                "86dd 60000000 0020 3a ff fe800000000000000000000000000001 ff020000000000000000000000000001",
                "88 00 56fb 20000000 fe800000000000000000000000000001 02 01 0200000000a1");
    }

    @Test
    void writesARouterSolicitation() {
        NeighborDiscovery message = requireNonNull(requireNonNull(Frames.view(frame().ipv6(IPV6, OTHER_IPV6)
                                .routerSolicitation(SOURCE)
                                .build())
                        .ipv6())
                .neighborDiscovery());
        assertThat(message.type()).isEqualTo(NeighborDiscovery.ROUTER_SOLICITATION);
        assertThat(message.hasTarget()).isFalse();
        assertThat(message.mac()).isEqualTo(SOURCE);
    }

    @Test
    void writesAnLldpDataUnitThatEndsWithTheEndTlv() {
        byte[] value = new byte[60];
        Arrays.fill(value, (byte) 0xff);
        FrameBuilder builder = frame().lldp("s1".getBytes(US_ASCII), "17".getBytes(US_ASCII), 120)
                .tlv(Lldp.ORGANIZATION_SPECIFIC, value);
        assertBytes(builder, "88cc 0203 07 7331 0403 07 3137 0602 0078 fe3c", "ff".repeat(60), "0000");
    }

    @Test
    void refusesATlvThatIsTooLong() {
        FrameBuilder builder = frame().lldp(new byte[1], new byte[1], 1).tlv(127, new byte[511]);
        assertThatThrownBy(() -> builder.tlv(127, new byte[512]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("LLDP TLV with length=512: expected at most 511");
    }

    @Test
    void refusesATransportHeaderOrATimeToLiveWithoutAnIpHeader() {
        assertThatThrownBy(() -> frame().udp(1, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no IP header: call ipv4 or ipv6 first");
        assertThatThrownBy(() -> frame().timeToLive(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void writesAUdpChecksumOfZeroAsOnes() {
        byte[] frame = frame().ipv4(IP, OTHER_IP).udp(1, 2).zeros(2).build();
        int checksum = ByteAccess.getUnsignedShort(frame, 40);
        byte[] complement = {(byte) (checksum >> 8), (byte) checksum};
        byte[] zero = frame().ipv4(IP, OTHER_IP).udp(1, 2).payload(complement).build();
        assertThat(ByteAccess.getUnsignedShort(zero, 40)).isEqualTo(0xffff);
        assertThat(requireNonNull(Frames.view(zero).ipv4()).isIntact()).isTrue();
    }

    @Test
    void writesADhcpMessageThatTheViewReads() {
        byte[] message = new DhcpBuilder(Dhcp.REQUEST, 0x89abcdef, SOURCE)
                .clientAddress(IP)
                .yourAddress(OTHER_IP)
                .requestedAddress(3)
                .serverIdentifier(4)
                .leaseSeconds(Dhcp.INFINITE_LEASE)
                .subnetMask(0xff00_0000L)
                .build();
        assertThat(message).hasSize(300);
        byte[] frame = FrameBuilder.ethernet(MacAddress.BROADCAST, SOURCE)
                .ipv4(0, 0xffff_ffffL)
                .udp(Dhcp.CLIENT_PORT, Dhcp.SERVER_PORT)
                .payload(message)
                .build();
        Ipv4 packet = requireNonNull(Frames.view(frame).ipv4());
        assertThat(packet.isIntact()).isTrue();
        Dhcp dhcp = requireNonNull(packet.dhcp());
        assertThat(dhcp.isFromClient()).isTrue();
        assertThat(dhcp.type()).isEqualTo(Dhcp.REQUEST);
        assertThat(dhcp.transactionId()).isEqualTo(0x89abcdef);
        assertThat(dhcp.clientMac()).isEqualTo(SOURCE);
        assertThat(dhcp.clientAddress()).isEqualTo(IP);
        assertThat(dhcp.yourAddress()).isEqualTo(OTHER_IP);
        assertThat(dhcp.requestedAddress()).isEqualTo(3);
        assertThat(dhcp.serverIdentifier()).isEqualTo(4);
        assertThat(dhcp.leaseSeconds()).isEqualTo(Dhcp.INFINITE_LEASE);
    }

    @Test
    void writesADhcpMessageByteForByte() {
        String hex = HexFormat.of()
                .formatHex(new DhcpBuilder(Dhcp.OFFER, 1, SOURCE)
                        .yourAddress(IP)
                        .leaseSeconds(3600)
                        .requestedAddress(0)
                        .build());
        assertThat(hex)
                .isEqualTo("0201060000000001" + "0000000000000000" + "0a000001" + "0000000000000000" + "0200000000a1"
                        + "00".repeat(202) + "63825363" + "350102" + "330400000e10" + "ff" + "00".repeat(50));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 17, 18, 19, 85, 86, 87, 1471, 1472})
    void writesPayloadsOfAnyLengthThatTheViewsReadBack(int payloadLength) {
        var random = new Random(payloadLength);
        byte[] payload = new byte[payloadLength];
        random.nextBytes(payload);
        for (int i = 0; i < 50; i++) {
            int vlan = random.nextBoolean() ? VlanId.NONE : random.nextInt(4096);
            long destination = random.nextLong() >>> 16;
            long source = random.nextLong() >>> 16;
            long destinationIp = random.nextLong() >>> 32;
            long sourceIp = random.nextLong() >>> 32;
            int sourcePort = random.nextInt(0x10000);
            int destinationPort = random.nextInt(0x10000);
            int hops = random.nextInt(256);
            FrameBuilder builder = FrameBuilder.ethernet(destination, source)
                    .vlan(vlan)
                    .ipv4(sourceIp, destinationIp)
                    .timeToLive(hops);
            boolean isUdp = random.nextBoolean();
            byte[] frame = (isUdp
                            ? builder.udp(sourcePort, destinationPort)
                            : builder.tcp(sourcePort, destinationPort, random.nextInt(), random.nextInt(), 0x18))
                    .payload(payload)
                    .build();
            Ethernet view = Frames.view(frame);
            assertThat(view.destination()).isEqualTo(destination);
            assertThat(view.source()).isEqualTo(source);
            assertThat(view.vlan()).isEqualTo(vlan);
            Ipv4 packet = requireNonNull(view.ipv4());
            assertThat(packet.isIntact()).isTrue();
            assertThat(packet.source()).isEqualTo(sourceIp);
            assertThat(packet.destination()).isEqualTo(destinationIp);
            assertThat(packet.timeToLive()).isEqualTo(hops);
            Transport transport = requireNonNull(isUdp ? packet.udp() : packet.tcp());
            assertThat(transport.sourcePort()).isEqualTo(sourcePort);
            assertThat(transport.destinationPort()).isEqualTo(destinationPort);
            int header = isUdp ? Transport.UDP_HEADER_LENGTH : Transport.TCP_HEADER_LENGTH;
            assertThat(packet.payloadLength()).isEqualTo(header + payloadLength);
            int payloadOffset = packet.payloadOffset() + header;
            assertThat(Arrays.copyOfRange(frame, payloadOffset, payloadOffset + payloadLength))
                    .isEqualTo(payload);
        }
    }
}

package net.beaconcontroller.packet;

import static java.util.Objects.requireNonNull;
import static net.beaconcontroller.packet.Frames.assertPorts;
import static net.beaconcontroller.packet.Frames.view;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Ipv6Test {
    private static Ipv6 packet(String... hex) {
        return requireNonNull(view("86dd", String.join("", hex)).ipv6());
    }

    @Test
    void readsTcp() {
        Ipv6 packet = packet(Frames.IPV6_TCP);
        assertThat(packet.trafficClass()).isEqualTo(0xb9);
        assertThat(packet.dscp()).isEqualTo(46);
        assertThat(packet.flowLabel()).isEqualTo(0x12345);
        assertThat(packet.nextHeader()).isEqualTo(Transport.TCP);
        assertThat(packet.hopLimit()).isEqualTo(64);
        assertPorts(packet.tcp(), 0xc001, 443);
        assertThat(packet.udp()).isNull();
        assertThat(packet.icmp()).isNull();
    }

    @Test
    void returnsTheOffsetsOfTheAddresses() {
        Ipv6 packet = packet(Frames.IPV6_TCP);
        assertThat(addressAt(packet, packet.sourceOffset()))
                .isEqualTo(Frames.bytes("20010db8000000000000000000000001"));
        assertThat(addressAt(packet, packet.destinationOffset()))
                .isEqualTo(Frames.bytes("20010db8000000000000000000000002"));
    }

    private static byte[] addressAt(Ipv6 packet, int offset) {
        return Arrays.copyOfRange(packet.array(), offset, offset + 16);
    }

    @Test
    void readsUdp() {
        Ipv6 packet = packet(Frames.IPV6_UDP);
        assertThat(packet.hopLimit()).isEqualTo(255);
        assertPorts(packet.udp(), 53, 0xd431);
        assertThat(packet.tcp()).isNull();
    }

    @Test
    void readsIcmpv6() {
        Icmp icmp = requireNonNull(packet(Frames.IPV6_NEIGHBOR_SOLICITATION).icmp());
        assertThat(icmp.type()).isEqualTo(135);
        assertThat(icmp.code()).isZero();
    }

    @Test
    void doesNotSkipExtensionHeaders() {
        Ipv6 packet = packet(Frames.IPV6_FRAGMENT);
        assertThat(packet.nextHeader()).isEqualTo(44);
        assertThat(packet.udp()).isNull();
    }

    @Test
    void readsNoTruncatedPorts() {
        assertThat(packet("60000000 0014 06 40", Frames.IPV6_ADDRESSES, "c001 01")
                        .tcp())
                .as("by the frame")
                .isNull();
        assertThat(packet("60000000 0003 11 40", Frames.IPV6_ADDRESSES, "c001 01bb")
                        .udp())
                .as("by the payload length")
                .isNull();
        assertThat(packet("60000000 0001 3a 40", Frames.IPV6_ADDRESSES, "8700").icmp())
                .as("by the payload length")
                .isNull();
    }

    @Test
    void isAbsentIfTruncatedOrOfAnotherVersion() {
        String header = "0000000 0000 3b 40" + Frames.IPV6_ADDRESSES;
        assertThat(view("86dd 6", header).ipv6()).isNotNull();
        assertThat(view("86dd 4", header).ipv6()).isNull();
        assertThat(view("86dd 6", header.substring(0, header.length() - 2)).ipv6())
                .isNull();
    }
}

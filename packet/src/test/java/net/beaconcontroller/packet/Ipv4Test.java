package net.beaconcontroller.packet;

import static java.util.Objects.requireNonNull;
import static net.beaconcontroller.packet.Frames.assertPorts;
import static net.beaconcontroller.packet.Frames.view;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.beaconcontroller.net.ByteAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Ipv4Test {
    private static final String ADDRESSES = "0000 0a000001 0a000002";

    private static Ipv4 packet(String... hex) {
        return requireNonNull(view("0800", String.join("", hex)).ipv4());
    }

    @Test
    void readsTcp() {
        Ipv4 packet = packet(Frames.IPV4_TCP);
        assertThat(packet.headerLength()).isEqualTo(20);
        assertThat(packet.dscp()).isEqualTo(46);
        assertThat(packet.ecn()).isEqualTo(1);
        assertThat(packet.totalLength()).isEqualTo(44);
        assertThat(packet.timeToLive()).isEqualTo(64);
        assertThat(packet.protocol()).isEqualTo(Transport.TCP);
        assertThat(packet.source()).isEqualTo(0xc0a8_0001L);
        assertThat(packet.destination()).isEqualTo(0xffff_ff01L);
        assertThat(packet.isFragment()).isFalse();
        assertThat(packet.isLaterFragment()).isFalse();
        assertThat(packet.payloadOffset()).isEqualTo(34);
        assertThat(packet.payloadLength()).isEqualTo(24);
        assertPorts(packet.tcp(), 0xc001, 443);
        assertThat(packet.udp()).isNull();
        assertThat(packet.icmp()).isNull();
    }

    @Test
    void readsUdpAfterOptionsAndExcludesThePadding() {
        Ipv4 packet = packet(Frames.IPV4_UDP_WITH_OPTIONS, "000000000000");
        assertThat(packet.headerLength()).isEqualTo(24);
        assertThat(packet.timeToLive()).isEqualTo(255);
        assertThat(packet.payloadOffset()).isEqualTo(38);
        assertThat(packet.payloadLength()).isEqualTo(8);
        assertPorts(packet.udp(), 53, 0xd431);
        assertThat(packet.tcp()).isNull();
    }

    @Test
    void readsIcmp() {
        Ipv4 packet = packet(Frames.IPV4_ICMP);
        Icmp icmp = requireNonNull(packet.icmp());
        assertThat(icmp.type()).isEqualTo(8);
        assertThat(icmp.code()).isZero();
        assertThat(packet.udp()).isNull();
    }

    @Test
    void readsThePortsOfTheFirstFragment() {
        Ipv4 packet = packet(Frames.IPV4_FIRST_FRAGMENT);
        assertThat(packet.isFragment()).isTrue();
        assertThat(packet.isLaterFragment()).isFalse();
        assertThat(packet.udp()).isNotNull();
    }

    @Test
    void readsNoPortsInALaterFragment() {
        Ipv4 packet = packet(Frames.IPV4_LATER_FRAGMENT);
        assertThat(packet.isFragment()).isTrue();
        assertThat(packet.isLaterFragment()).isTrue();
        assertThat(packet.udp()).isNull();
        assertThat(packet("4500 001c 0001 0001 40 01", ADDRESSES, "0800 0000 0000 0000")
                        .icmp())
                .isNull();
    }

    @Test
    void doesNotTakeTheDontFragmentFlagForAFragment() {
        assertThat(packet("4500 0014 0001 4000 40 06", ADDRESSES).isFragment()).isFalse();
    }

    @Test
    void returnsTheAvailablePayloadOfATruncatedPacket() {
        Ipv4 packet = packet("4500 05dc 0001 4000 40 06", ADDRESSES, "c001 01bb 00000001");
        assertThat(packet.totalLength()).isEqualTo(1500);
        assertThat(packet.payloadLength()).isEqualTo(8);
        assertThat(packet.tcp()).isNotNull();
    }

    @Test
    void readsNoTruncatedPorts() {
        assertThat(packet("4500 05dc 0001 4000 40 06", ADDRESSES, "c001 01").tcp())
                .as("by the frame")
                .isNull();
        assertThat(packet("4500 0017 0001 4000 40 11", ADDRESSES, "c001 01bb").udp())
                .as("by the total length")
                .isNull();
        assertThat(packet("4500 0015 0001 4000 40 01", ADDRESSES, "0800").icmp())
                .as("by the total length")
                .isNull();
    }

    @Test
    void isPresentWithoutPayload() {
        assertThat(view("0800 4500 0014 0001 4000 40 06", ADDRESSES).ipv4()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "truncated, 4500 0014 0001 4000 40 06 0000 0a000001 0a0000",
        "version, 6500 0014 0001 4000 40 06" + ADDRESSES,
        "header length, 4400 0014 0001 4000 40 06" + ADDRESSES,
        "total length, 4500 0013 0001 4000 40 06" + ADDRESSES,
        "options beyond the total length, 4600 0014 0001 4000 40 06" + ADDRESSES + "00000000",
        "options beyond the frame, 4600 0018 0001 4000 40 06" + ADDRESSES + "000000"
    })
    void isAbsentIfItsVersionOrLengthsAreInvalid(String problem, String packet) {
        assertThat(view("0800", packet).ipv4()).as(problem).isNull();
    }

    @Test
    void isIntactUnlessAByteIsDamagedOrMissing() {
        byte[][] frames = {
            FrameBuilder.ethernet(1, 2).ipv4(3, 4).udp(5, 6).zeros(20).build(),
            FrameBuilder.ethernet(1, 2).ipv4(3, 4).tcp(5, 6, 7, 8, 9).zeros(20).build(),
            FrameBuilder.ethernet(1, 2).ipv4(3, 4).echoRequest(5, 6).zeros(20).build(),
        };
        for (byte[] frame : frames) {
            assertThat(requireNonNull(view(frame).ipv4()).isIntact()).isTrue();
            for (int at = Ethernet.HEADER_LENGTH; at < frame.length; at++) {
                frame[at] ^= 0x10;
                Ipv4 damaged = view(frame).ipv4();
                assertThat(damaged != null && damaged.isIntact())
                        .as("with byte %d damaged", at)
                        .isFalse();
                frame[at] ^= 0x10;
            }
            byte[] cut = Arrays.copyOf(frame, frame.length - 1);
            assertThat(requireNonNull(view(cut).ipv4()).isIntact()).isFalse();
        }
    }

    @Test
    void isIntactWithoutAUdpChecksum() {
        byte[] frame =
                FrameBuilder.ethernet(1, 2).ipv4(3, 4).udp(5, 6).zeros(20).build();
        ByteAccess.putShort(frame, 40, 0);
        assertThat(requireNonNull(view(frame).ipv4()).isIntact()).isTrue();
    }
}

package net.beaconcontroller.packet;

import static java.util.Objects.requireNonNull;
import static net.beaconcontroller.packet.Frames.dhcp;
import static net.beaconcontroller.packet.Frames.view;
import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    void isAbsentOnOtherPortsAndForOtherHardwareTypes() {
        String message = dhcp("02", "350105 ff");
        Ipv4 dns = requireNonNull(
                view("0800", message.replace("0043 0044", "0035 0044")).ipv4());
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

package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class Ipv4AddressTest {
    @Test
    void printsDottedDecimal() {
        assertThat(new Ipv4Address(0x0a00_0001L)).hasToString("10.0.0.1");
        assertThat(Ipv4Address.toString(0xffff_fffeL)).isEqualTo("255.255.255.254");
    }

    @Test
    void parsesDottedDecimal() {
        assertThat(Ipv4Address.parse("192.168.0.255").value()).isEqualTo(0xc0a8_00ffL);
        assertThat(Ipv4Address.parse("255.255.255.255").value()).isEqualTo(Ipv4Address.BROADCAST);
    }

    @Test
    void refusesMoreThan32Bits() {
        assertThatThrownBy(() -> new Ipv4Address(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid IPv4 address 0xffffffffffffffff: expected at most 32 bits");
    }

    @Test
    void recognizesMulticastAddressesByTheirPrefix() {
        assertThat(Ipv4Address.isMulticast(Ipv4Address.parse("224.0.0.0").value()))
                .isTrue();
        assertThat(Ipv4Address.isMulticast(Ipv4Address.parse("239.255.255.255").value()))
                .isTrue();
        assertThat(Ipv4Address.isMulticast(Ipv4Address.parse("223.255.255.255").value()))
                .isFalse();
        assertThat(Ipv4Address.isMulticast(Ipv4Address.BROADCAST)).isFalse();
    }
}

package net.beaconcontroller.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void parsesWhatItPrints() {
        var random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            var address = new Ipv4Address(random.nextLong() >>> 32);
            assertThat(Ipv4Address.parse(address.toString())).isEqualTo(address);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0",
                "10.0.0.",
                "10.0.0.0.1",
                "10.0.0.256",
                "10.0.0.999",
                "10.0.0.-1",
                "10.0.0.01",
                "10.0.0.1 ",
                "10.0.0.1\n",
                "ten"
            })
    void refusesOtherText(String text) {
        assertThatThrownBy(() -> Ipv4Address.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid IPv4 address '%s': expected four numbers from 0 to 255 such as 10.0.0.1", text);
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

package net.beaconcontroller.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MacAddressTest {
    @Test
    void printsTwoDigitsForEachByte() {
        assertThat(new MacAddress(0x0011_22aa_bbccL)).hasToString("00:11:22:aa:bb:cc");
        assertThat(MacAddress.toString(MacAddress.BROADCAST)).isEqualTo("ff:ff:ff:ff:ff:ff");
        assertThat(MacAddress.toString(-1)).as("the low 48 bits").isEqualTo("ff:ff:ff:ff:ff:ff");
    }

    @Test
    void parsesDigitsOfEitherCaseWithOrWithoutLeadingZeros() {
        assertThat(MacAddress.parse("00:11:22:aa:bb:cc").value()).isEqualTo(0x0011_22aa_bbccL);
        assertThat(MacAddress.parse("FF:ff:Ff:fF:ff:ff").value()).isEqualTo(MacAddress.BROADCAST);
        assertThat(MacAddress.parse("2:0:0:0:0:a").value()).isEqualTo(0x0200_0000_000aL);
    }

    @Test
    void parsesWhatItPrints() {
        var random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            var address = new MacAddress(random.nextLong() >>> 16);
            assertThat(MacAddress.parse(address.toString())).isEqualTo(address);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00:11:22:aa:bb",
                "00:11:22:aa:bb:",
                "00:11:22:aa:bb:cc:dd",
                "00:11:22:aa:bb:cg",
                "00-11-22-aa-bb-cc",
                "001122aabbcc",
                " 00:11:22:aa:bb:cc",
                "00:11:22:aa:bb:cc\n",
                "0:11:22:aa:bb:ccc"
            })
    void refusesOtherText(String text) {
        assertThatThrownBy(() -> MacAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid MAC address '%s': expected six hexadecimal bytes such as 00:11:22:aa:bb:cc", text);
    }

    @Test
    void refusesMoreThan48Bits() {
        assertThatThrownBy(() -> new MacAddress(1L << 48))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid MAC address 0x1000000000000: expected at most 48 bits");
    }

    @Test
    void recognizesGroupAddressesByTheirFirstByte() {
        assertThat(MacAddress.isGroup(MacAddress.BROADCAST)).isTrue();
        assertThat(MacAddress.isGroup(0x0100_5e00_0001L)).isTrue();
        assertThat(MacAddress.isGroup(0x0180_c200_000eL)).isTrue();
        assertThat(MacAddress.isGroup(0x0200_0000_0001L)).isFalse();
        assertThat(MacAddress.isGroup(0xfeff_ffff_ffffL)).isFalse();
    }
}

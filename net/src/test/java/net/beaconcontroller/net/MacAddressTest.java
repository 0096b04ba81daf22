package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

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

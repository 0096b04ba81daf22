package net.beaconcontroller.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MacTest {
    @Test
    void writesAnAddress() {
        assertThat(Mac.toString(0x0011_22aa_bbccL)).isEqualTo("00:11:22:aa:bb:cc");
        assertThat(Mac.toString(Mac.BROADCAST)).isEqualTo("ff:ff:ff:ff:ff:ff");
        assertThat(Mac.toString(-1)).as("the low 48 bits").isEqualTo("ff:ff:ff:ff:ff:ff");
    }

    @Test
    void readsAnAddress() {
        assertThat(Mac.parse("00:11:22:aa:bb:cc")).isEqualTo(0x0011_22aa_bbccL);
        assertThat(Mac.parse("FF:ff:Ff:fF:ff:ff")).isEqualTo(Mac.BROADCAST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00:11:22:aa:bb",
                "00:11:22:aa:bb:cc:dd",
                "00:11:22:aa:bb:cg",
                "00-11-22-aa-bb-cc",
                "001122aabbcc",
                " 00:11:22:aa:bb:cc",
                "00:11:22:aa:bb:cc\n",
                "0:11:22:aa:bb:ccc"
            })
    void refusesWhatIsNotAnAddress(String text) {
        assertThatThrownBy(() -> Mac.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'%s' is not an Ethernet address, which is six bytes in hex like 00:11:22:aa:bb:cc", text);
    }
}

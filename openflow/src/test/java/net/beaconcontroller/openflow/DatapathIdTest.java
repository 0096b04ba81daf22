package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatapathIdTest {

    @ParameterizedTest
    @CsvSource({"0, 0000000000000000", "0x0a0b0c0d0e0f, 00000a0b0c0d0e0f", "-1, ffffffffffffffff"})
    void isWrittenAs16HexadecimalDigits(String datapathId, String text) {
        assertThat(DatapathId.toString(Long.decode(datapathId))).isEqualTo(text);
    }
}

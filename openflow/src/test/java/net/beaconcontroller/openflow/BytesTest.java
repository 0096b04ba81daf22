package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {

    @Test
    void equalsAnotherInstanceWithTheSameBytes() {
        var bytes = Bytes.of((byte) 0xca, (byte) 0xfe);
        assertThat(bytes).isEqualTo(Bytes.ofHex("cafe")).hasSameHashCodeAs(Bytes.ofHex("cafe"));
        assertThat(bytes).isNotEqualTo(Bytes.ofHex("feca")).isNotEqualTo(Bytes.ofHex("ca"));
        assertThat(bytes).isNotEqualTo("cafe").isNotEqualTo(null);
    }

    @Test
    void allEmptyInstancesAreEqual() {
        assertThat(Bytes.of()).isEqualTo(Bytes.EMPTY);
        assertThat(Bytes.of(new byte[3], 3, 0)).isEqualTo(Bytes.EMPTY);
        assertThat(Bytes.ofHex("")).isEqualTo(Bytes.EMPTY);
        assertThat(Bytes.ofLong(-1, 0)).isEqualTo(Bytes.EMPTY);
    }

    @Test
    void copiesTheArray() {
        byte[] array = {1, 2, 3};
        Bytes whole = Bytes.of(array);
        Bytes part = Bytes.of(array, 1, 2);
        array[1] = 9;
        assertThat(whole).isEqualTo(Bytes.ofHex("010203"));
        assertThat(part).isEqualTo(Bytes.ofHex("0203"));
    }

    @Test
    void returnsACopyOfItsArray() {
        Bytes bytes = Bytes.ofHex("0102");
        bytes.toArray()[0] = 9;
        assertThat(bytes.toArray()).containsExactly(1, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "0x0123456789abcdef, 8, 0123456789abcdef",
        "0x0123456789abcdef, 6, 456789abcdef",
        "0x0123456789abcdef, 1, ef",
        "-1, 3, ffffff",
        "5, 4, 00000005",
    })
    void ofLongTakesTheLowBytes(String value, int length, String hex) {
        assertThat(Bytes.ofLong(Long.decode(value), length)).hasToString(hex);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "ff, 0xff",
        "456789abcdef, 0x456789abcdef",
        "ffffffffffffffff, -1",
        "aa0123456789abcdef, 0x0123456789abcdef",
    })
    void toLongReturnsTheLastEightBytes(String hex, String value) {
        assertThat(Bytes.ofHex(hex).toLong()).isEqualTo(Long.decode(value));
    }

    @Test
    void returnsSingleBytesUnsigned() {
        Bytes bytes = Bytes.ofHex("007f80ff");
        assertThat(bytes.length()).isEqualTo(4);
        assertThat(new int[] {bytes.at(0), bytes.at(1), bytes.at(2), bytes.at(3)})
                .containsExactly(0, 127, 128, 255);
    }

    @Test
    void printsHexadecimalDigits() {
        assertThat(Bytes.ofHex("00CAFEff")).hasToString("00cafeff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0x01", "zz", "01 02"})
    void refusesTextThatIsNotPairsOfHexadecimalDigits(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.ofHex(text));
    }
}

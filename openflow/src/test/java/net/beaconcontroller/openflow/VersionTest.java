package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Hello;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Versions, and which one two sides speak. */
class VersionTest {

    /** The bitmap is the HELLO element's value; bit n of word m is version 32 m + n. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(textBlock = """
            both speak 1.0 only,                                1.0,     1, none,             1.0
            the peer speaks 1.0 only,                           1.0 1.3, 1, none,             1.0
            we speak 1.0 only,                                  1.0,     4, none,             1.0
            the peer speaks 1.0 only and we do not,             1.3,     1, none,             -
            we speak 1.0 only and the peer has a bitmap,        1.0,     4, 00000012,         1.0
            both speak 1.3 without a bitmap,                    1.0 1.3, 4, none,             1.3
            both speak 1.3 with a bitmap,                       1.0 1.3, 4, 00000012,         1.3
            the order of our versions does not matter,          1.3 1.0, 4, 00000012,         1.3
            the highest common one in the bitmap is not highest,1.0 1.3, 5, 00000022,         1.0
            the bitmap has none in common,                      1.0 1.3, 4, 0000000c,         -
            the bitmap has none though the header does,         1.0 1.3, 4, 00000020,         -
            a higher peer without a bitmap comes down to us,    1.0 1.3, 6, none,             1.3
            a peer of the future without a bitmap comes down,   1.0 1.3, 9, none,             1.3
            a peer of the future with a bitmap,                 1.0 1.3, 9, 00000212,         1.3
            a peer between ours without a bitmap,               1.0 1.3, 2, none,             -
            the header's version counts no more with a bitmap,  1.0 1.3, 1, 00000010,         1.3
            bits that mean no version,                          1.0 1.3, 4, ffffff81,         -
            bits of all versions,                               1.0 1.3, 6, ffffffff,         1.3
            bits of later words,                                1.0 1.3, 4, 0000000000000012, -
            a bitmap of two words,                              1.0 1.3, 4, 00000002ffffffff, 1.0
            a bitmap without words,                             1.0 1.3, 4, '',               -
            a bitmap of half a word,                            1.0 1.3, 4, 0012,             -
            a bitmap of less than a word,                       1.0 1.3, 4, 000012,           -
            a peer without a version,                           1.0 1.3, 0, none,             -
            """)
    void negotiates(String name, String ours, int peer, String bitmap, String expected) {
        List<Version> versions = Arrays.stream(ours.split(" "))
                .map(n -> Version.ofNumber(n).orElseThrow())
                .toList();
        assertThat(hello(bitmap).negotiate(versions, peer)).as(name).isEqualTo(Version.ofNumber(expected));
    }

    private static Hello hello(String bitmap) {
        return bitmap.equals("none")
                ? new Hello(List.of(), Bytes.EMPTY)
                : new Hello(List.of(new Hello.Element(1, Bytes.ofHex(bitmap))), Bytes.EMPTY);
    }

    @Test
    void takesTheFirstOfTwoBitmaps() {
        var hello = new Hello(
                List.of(
                        new Hello.Element(7, Bytes.ofHex("00000010")),
                        new Hello.Element(1, Bytes.ofHex("00000002")),
                        new Hello.Element(1, Bytes.ofHex("00000010"))),
                Bytes.EMPTY);
        assertThat(hello.negotiate(List.of(Version.OF10, Version.OF13), 4)).contains(Version.OF10);
    }

    @Test
    void agreesWithItselfOnTheHighestOfAllThatItOffers() {
        List<Version> all = List.of(Version.values());
        byte[] hello = Messages.encode(Hello.offering(all), Version.OF15, 1);
        assertThat(((Hello) Messages.decode(hello, 0, hello.length)).negotiate(all, 6))
                .contains(Version.OF15);
    }

    @Test
    void ignoresABitmapInAVersionThatHasNone() {
        byte[] hello = Messages.encode(Hello.offering(List.of(Version.OF13)), Version.OF13, 1);
        hello[0] = (byte) Version.OF10.wire();
        assertThat(((Hello) Messages.decode(hello, 0, hello.length)).negotiate(List.of(Version.OF10, Version.OF13), 1))
                .contains(Version.OF10);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByHeaderByteAndByNumber(Version version) {
        assertThat(Version.ofWire(version.wire())).contains(version);
        assertThat(Version.ofNumber(version.toString())).contains(version);
    }

    @ParameterizedTest
    @CsvSource({"OF10, 1, 1.0", "OF11, 2, 1.1", "OF12, 3, 1.2", "OF13, 4, 1.3", "OF14, 5, 1.4", "OF15, 6, 1.5"})
    void hasTheNumbersOfTheSpecifications(Version version, int wire, String number) {
        assertThat(version.wire()).isEqualTo(wire);
        assertThat(version).hasToString(number);
    }

    @Test
    void doesNotKnowOtherNumbers() {
        assertThat(Version.ofWire(0)).isEmpty();
        assertThat(Version.ofWire(7)).isEmpty();
        assertThat(Version.ofWire(255)).isEmpty();
        assertThat(Version.ofNumber("1.6")).isEmpty();
        assertThat(Version.ofNumber("")).isEmpty();
    }

    @Test
    void isAtLeastItselfAndTheOnesBefore() {
        assertThat(Version.OF13.isAtLeast(Version.OF13)).isTrue();
        assertThat(Version.OF13.isAtLeast(Version.OF12)).isTrue();
        assertThat(Version.OF13.isAtLeast(Version.OF14)).isFalse();
    }
}

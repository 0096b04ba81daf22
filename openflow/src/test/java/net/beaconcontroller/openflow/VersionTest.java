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

/** Versions and their negotiation. */
class VersionTest {

    /** The bitmap is the value of the HELLO element; bit n of word m is version 32 m + n. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(textBlock = """
            both support only 1.0,                              1.0,     1, none,             1.0
            the peer supports only 1.0,                         1.0 1.3, 1, none,             1.0
            this side supports only 1.0,                        1.0,     4, none,             1.0
            the peer supports only 1.0 and this side does not,  1.3,     1, none,             -
            this side supports only 1.0; bitmap,                1.0,     4, 00000012,         1.0
            both support 1.3 without a bitmap,                  1.0 1.3, 4, none,             1.3
            both support 1.3 with a bitmap,                     1.0 1.3, 4, 00000012,         1.3
            the versions of this side are in descending order,  1.3 1.0, 4, 00000012,         1.3
            the highest version of the bitmap is not common,    1.0 1.3, 5, 00000022,         1.0
            no version of the bitmap is common,                 1.0 1.3, 4, 0000000c,         -
            only the version of the header is common,           1.0 1.3, 4, 00000020,         -
            the peer has a higher version without a bitmap,     1.0 1.3, 6, none,             1.3
            the peer has an unknown version without a bitmap,   1.0 1.3, 9, none,             1.3
            the peer has an unknown version with a bitmap,      1.0 1.3, 9, 00000212,         1.3
            the peer has an unsupported version; no bitmap,     1.0 1.3, 2, none,             -
            a bitmap takes precedence over the header,          1.0 1.3, 1, 00000010,         1.3
            bits of no version,                                 1.0 1.3, 4, ffffff81,         -
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
    void usesTheFirstOfTwoBitmaps() {
        var hello = new Hello(
                List.of(
                        new Hello.Element(7, Bytes.ofHex("00000010")),
                        new Hello.Element(1, Bytes.ofHex("00000002")),
                        new Hello.Element(1, Bytes.ofHex("00000010"))),
                Bytes.EMPTY);
        assertThat(hello.negotiate(List.of(Version.OF10, Version.OF13), 4)).contains(Version.OF10);
    }

    @Test
    void negotiatesTheHighestVersionWithAnEqualPeer() {
        List<Version> all = List.of(Version.values());
        byte[] hello = Messages.encode(Hello.offering(all), Version.OF15, 1);
        assertThat(((Hello) Messages.decode(hello, 0, hello.length)).negotiate(all, 6))
                .contains(Version.OF15);
    }

    @Test
    void ignoresABitmapInOpenFlow10() {
        byte[] hello = Messages.encode(Hello.offering(List.of(Version.OF13)), Version.OF13, 1);
        hello[0] = (byte) Version.OF10.wire();
        assertThat(((Hello) Messages.decode(hello, 0, hello.length)).negotiate(List.of(Version.OF10, Version.OF13), 1))
                .contains(Version.OF10);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByWireNumberAndByText(Version version) {
        assertThat(Version.ofWire(version.wire())).contains(version);
        assertThat(Version.ofNumber(version.toString())).contains(version);
    }

    @ParameterizedTest
    @CsvSource({"OF10, 1, 1.0", "OF11, 2, 1.1", "OF12, 3, 1.2", "OF13, 4, 1.3", "OF14, 5, 1.4", "OF15, 6, 1.5"})
    void hasTheNumberOfTheSpecification(Version version, int wire, String number) {
        assertThat(version.wire()).isEqualTo(wire);
        assertThat(version).hasToString(number);
    }

    @Test
    void isNotFoundByOtherNumbers() {
        assertThat(Version.ofWire(0)).isEmpty();
        assertThat(Version.ofWire(7)).isEmpty();
        assertThat(Version.ofWire(255)).isEmpty();
        assertThat(Version.ofNumber("1.6")).isEmpty();
        assertThat(Version.ofNumber("")).isEmpty();
    }

    @Test
    void isAtLeastItselfAndEarlierVersions() {
        assertThat(Version.OF13.isAtLeast(Version.OF13)).isTrue();
        assertThat(Version.OF13.isAtLeast(Version.OF12)).isTrue();
        assertThat(Version.OF13.isAtLeast(Version.OF14)).isFalse();
    }
}

package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Ipv6AddressTest {
    private static Ipv6Address ofHex(String hex) {
        return Ipv6Address.read(HexFormat.of().parseHex("ff" + hex), 1);
    }

    @ParameterizedTest
    @CsvSource({
        "20010db8000000000000000000000001, 2001:db8::1",
        "20010db8000000010001000100010001, 2001:db8:0:1:1:1:1:1",
        "20010000000000010000000000000001, 2001:0:0:1::1",
        "20010db8000000000001000000000001, 2001:db8::1:0:0:1",
        "fe800000000000000200fffffe0000ab, fe80::200:ffff:fe00:ab",
        "00000000000000000000000000000000, ::",
        "00000000000000000000000000000001, ::1",
        "00010000000000000000000000000000, 1::",
        "00000000000000000000ffff0a000001, ::ffff:10.0.0.1",
        "abcdef01234567890123456789abcdef, abcd:ef01:2345:6789:123:4567:89ab:cdef",
    })
    void printsAndParsesTheTextFormOfRfc5952(String hex, String text) {
        assertThat(ofHex(hex)).hasToString(text);
        assertThat(Ipv6Address.parse(text)).isEqualTo(ofHex(hex));
    }

    /** The examples of RFC 4291 section 2.2, and other forms that RFC 5952 does not print. */
    @ParameterizedTest
    @CsvSource({
        "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789, abcd:ef01:2345:6789:abcd:ef01:2345:6789",
        "2001:DB8:0:0:8:800:200C:417A, 2001:db8::8:800:200c:417a",
        "FF01:0:0:0:0:0:0:101, ff01::101",
        "0:0:0:0:0:0:0:1, ::1",
        "0:0:0:0:0:0:13.1.68.3, ::d01:4403",
        "::13.1.68.3, ::d01:4403",
        "0:0:0:0:0:FFFF:129.144.52.38, ::ffff:129.144.52.38",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "1::10.0.0.1, 1::a00:1",
    })
    void parsesTheTextFormsOfRfc4291(String text, String canonical) {
        assertThat(Ipv6Address.parse(text)).hasToString(canonical);
    }

    @Test
    void parsesWhatItPrintsAndReadsWhatItWrites() {
        var random = new Random(1);
        byte[] bytes = new byte[20];
        for (int i = 0; i < 10_000; i++) {
            var address = new Ipv6Address(randomGroups(random), randomGroups(random));
            assertThat(Ipv6Address.parse(address.toString())).isEqualTo(address);
            address.write(bytes, 3);
            assertThat(Ipv6Address.read(bytes, 3)).isEqualTo(address);
        }
    }

    /** Returns four groups of which each is 0 with a probability of one half, so that "::" stands in any place. */
    private static long randomGroups(Random random) {
        long half = 0;
        for (int group = 0; group < 4; group++) {
            half = half << 16 | (random.nextBoolean() ? 0 : random.nextInt(0x10000));
        }
        return half;
    }

    /** The example of RFC 4291 section 2.7.1. */
    @Test
    void formsTheSolicitedNodeMulticastAddress() {
        assertThat(Ipv6Address.parse("4037::01:800:200e:8c6c").solicitedNode()).hasToString("ff02::1:ff0e:8c6c");
    }
}

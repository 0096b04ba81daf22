package net.beaconcontroller.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Ipv6AddressTest {
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
    void isWrittenAsRfc5952HasIt(String bytes, String text) {
        assertThat(Ipv6Address.at(Frames.bytes("ff", bytes), 1)).hasToString(text);
    }
}

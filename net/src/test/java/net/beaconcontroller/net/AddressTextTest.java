package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The requirements that the parsers of MAC, IPv4 and IPv6 addresses share. */
class AddressTextTest {
    @Test
    void parsesWhatItPrints() {
        var random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            var mac = new MacAddress(random.nextLong() >>> 16);
            assertThat(MacAddress.parse(mac.toString())).isEqualTo(mac);
            var ip = new Ipv4Address(random.nextLong() >>> 32);
            assertThat(Ipv4Address.parse(ip.toString())).isEqualTo(ip);
        }
    }

    private static Stream<Arguments> invalid() {
        return Stream.of(
                        invalid(
                                MacAddress::parse,
                                "invalid MAC address '%s': expected six hexadecimal bytes such as 00:11:22:aa:bb:cc",
                                "",
                                "00:11:22:aa:bb",
                                "00:11:22:aa:bb:",
                                "00:11:22:aa:bb:cc:dd",
                                "00:11:22:aa:bb:cg",
                                "00-11-22-aa-bb-cc",
                                "001122aabbcc",
                                " 00:11:22:aa:bb:cc",
                                "00:11:22:aa:bb:cc\n",
                                "0:11:22:aa:bb:ccc"),
                        invalid(
                                Ipv4Address::parse,
                                "invalid IPv4 address '%s': expected four numbers from 0 to 255 such as 10.0.0.1",
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
                                "ten"),
                        invalid(
                                Ipv6Address::parse,
                                "invalid IPv6 address '%s': expected hexadecimal groups such as 2001:db8::1",
                                "",
                                ":",
                                ":::",
                                "1",
                                "1:2:3:4:5:6:7",
                                "1:2:3:4:5:6:7:8:9",
                                "1::2::3",
                                "12345::",
                                "1:2:3:4:5:6:7:8::",
                                "1:2:3:4::5:6:7:8",
                                "1:",
                                ":1",
                                "::1:",
                                ":1::",
                                "::g",
                                "10.0.0.1",
                                "10.0.0.1::",
                                "::10.0.0.256",
                                "::10.0.0.1:1",
                                "1:2:3:4:5:6:7:10.0.0.1",
                                "::1%eth0",
                                "::1 ",
                                "::1\n"))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> invalid(Function<String, ?> parser, String message, String... texts) {
        return Stream.of(texts).map(text -> Arguments.of(text, parser, message));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void refusesOtherText(String text, Function<String, ?> parser, String message) {
        assertThatThrownBy(() -> parser.apply(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message, text);
    }
}

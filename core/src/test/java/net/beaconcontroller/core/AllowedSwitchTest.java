package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedSwitchTest {
    private static boolean isAllowed(String allowed, long id, String address) {
        return refusal(allowed, id, address).isEmpty();
    }

    private static Optional<String> refusal(String allowed, long id, String address) {
        return AllowedSwitch.refusal(
                Stream.of(allowed.split(" ")).map(AllowedSwitch::parse).toList(),
                id,
                new InetSocketAddress(InetAddress.ofLiteral(address), 1));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 10.0.0.1, true",
        "1, 2, 10.0.0.1, false",
        "00000000000000ff, 255, ::1, true",
        "1@10.0.0.1, 1, 10.0.0.1, true",
        "1@10.0.0.1, 1, 10.0.0.2, false",
        "1@10.0.0.0/23, 1, 10.0.1.255, true",
        "1@10.0.0.0/23, 1, 10.0.2.0, false",
        "1@10.0.0.0/24, 1, 10.0.0.9, true",
        "1@0.0.0.0/0, 1, 10.0.0.9, true",
        "any@2001:db8::/32, 7, 2001:db8:1::1, true",
        "any@2001:db8::/32, 7, 10.0.0.1, false",
        "any@10.0.0.0/8, 7, 2001:db8::1, false",
        "1 2@10.0.0.2, 2, 10.0.0.2, true",
        "1 2@10.0.0.2, 2, 10.0.0.3, false"
    })
    void matchesTheDatapathIdAndTheAddress(String allowed, long id, String address, boolean expected) {
        assertThat(isAllowed(allowed, id, address)).isEqualTo(expected);
    }

    @Test
    void noElementsAllowAllSwitches() {
        assertThat(AllowedSwitch.refusal(List.of(), 1, new InetSocketAddress(1)))
                .isEmpty();
    }

    @Test
    void aRefusalHasTheElementThatAllowsTheSwitch() {
        assertThat(refusal("1", 0xab, "10.0.0.3"))
                .contains("controller.switches does not have it; add \"ab@10.0.0.3\" to allow it");
        assertThat(isAllowed("1 ab@10.0.0.3", 0xab, "10.0.0.3")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "any",
                "switch",
                "1@",
                "1@host.example",
                "1@10.0.0.0/33",
                "1@10.0.0.0/-1",
                "1@10.0.0.0/8/8",
                "@10.0.0.1",
                "1@10.0.0.1@1",
                "10000000000000000",
                ""
            })
    void refusesOtherTexts(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AllowedSwitch.parse(text));
    }
}

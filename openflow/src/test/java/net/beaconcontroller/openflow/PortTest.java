package net.beaconcontroller.openflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ports, and the reply that lists them. */
class PortTest {
    private static final Port ONE = Port.of(1, Samples.MAC_1, "eth1");
    private static final Port TWO = Port.of(2, Samples.MAC_2, "eth2");

    @ParameterizedTest
    @CsvSource({"0, 0, true", "1, 0, false", "0, 1, false", "0xfffffffe, 0xfffffffe, true"})
    void isUpWhenItIsNeitherSwitchedOffNorWithoutACarrier(String config, String state, boolean up) {
        var port = new Port(1, 2, "p", Long.decode(config), Long.decode(state), 0, 0, 0, 0, 0, 0);
        assertThat(port.isUp()).isEqualTo(up);
    }

    @Test
    void changesItsCarrierAlone() {
        var port = new Port(1, 2, "p", 4, 6, 1, 2, 3, 4, 5, 6);
        assertThat(port.withLink(false)).isEqualTo(new Port(1, 2, "p", 4, 7, 1, 2, 3, 4, 5, 6));
        assertThat(port.withLink(false).withLink(true)).isEqualTo(port);
    }

    @ParameterizedTest
    @MethodSource("names")
    void aNameIsCutTo15Bytes(String name, String asRead) {
        byte[] bytes = Messages.encode(new PortStatus(PortStatus.Reason.ADD, Port.of(1, 2, name)), Version.OF13, 1);
        assertThat(((PortStatus) Messages.decode(bytes, 0, bytes.length)).port().name())
                .isEqualTo(asRead);
    }

    static Stream<Arguments> names() {
        return Stream.of(
                arguments("", ""),
                arguments("fifteen-letters", "fifteen-letters"),
                arguments("sixteen-letters!", "sixteen-letters"),
                arguments("before\0behind", "before"),
                arguments("größer", "größer"));
    }

    @Test
    void aNameThatFillsItsFieldIsReadWhole() {
        byte[] bytes = Messages.encode(new PortStatus(PortStatus.Reason.ADD, ONE), Version.OF10, 1);
        bytes[40] = 'x'; // the byte behind the name
        Bytes.of("sixteen-letters!".getBytes(UTF_8)).copyTo(bytes, 24);
        assertThat(((PortStatus) Messages.decode(bytes, 0, bytes.length)).port().name())
                .isEqualTo("sixteen-letters!");
    }

    @Test
    void theSpeedsAreNotSaidIn10() {
        var port = new Port(1, 2, "p", 0, 0, 0, 0, 0, 0, 5, 6);
        byte[] bytes = Messages.encode(new PortStatus(PortStatus.Reason.ADD, port), Version.OF10, 1);
        assertThat(((PortStatus) Messages.decode(bytes, 0, bytes.length)).port())
                .isEqualTo(Port.of(1, 2, "p"));
    }

    @Test
    void partsOfAListAreJoinedInTheirOrder() {
        var first = new PortDescReply(List.of(ONE), true);
        var last = new PortDescReply(List.of(TWO), false);
        assertThat(PortDescReply.joined(List.of(first, last))).isEqualTo(new PortDescReply(List.of(ONE, TWO), false));
    }
}

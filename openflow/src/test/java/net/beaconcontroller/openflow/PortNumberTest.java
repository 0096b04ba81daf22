package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketOut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortNumberTest {

    @ParameterizedTest
    @CsvSource({
        "0xfffffff8, IN_PORT",
        "0xfffffff9, TABLE",
        "0xfffffffa, NORMAL",
        "0xfffffffb, FLOOD",
        "0xfffffffc, ALL",
        "0xfffffffd, CONTROLLER",
        "0xfffffffe, LOCAL",
        "0xffffffff, ANY",
        "0, 0",
        "1, 1",
        "0xfff8, 65528",
        "0xffffff00, 4294967040",
        "0xfffffff7, 4294967287",
    })
    void printsReservedPortsByName(String port, String text) {
        assertThat(PortNumber.toString(Long.decode(port))).isEqualTo(text);
    }

    @Test
    void standardPortsAreThoseWithANumberAndTheLocalPort() {
        assertThat(LongStream.of(1, 0xfeff, 0xff00, PortNumber.MAX, PortNumber.LOCAL))
                .allMatch(PortNumber::isStandard);
        assertThat(LongStream.of(
                        PortNumber.IN_PORT, PortNumber.FLOOD, PortNumber.ALL, PortNumber.CONTROLLER, PortNumber.ANY))
                .noneMatch(PortNumber::isStandard);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0001",
        "0xfeff, feff",
        "0xffffff00, ff00",
        "0xfffffff8, fff8",
        "0xfffffff9, fff9",
        "0xfffffffa, fffa",
        "0xfffffffb, fffb",
        "0xfffffffc, fffc",
        "0xfffffffd, fffd",
        "0xfffffffe, fffe",
        "0xffffffff, ffff",
    })
    void has16BitsInOpenFlow10(String port, String hex) {
        byte[] bytes = Messages.encode(packetOut(Long.decode(port)), Version.OF10, 1);
        assertThat(Bytes.of(bytes, 12, 2)).isEqualTo(Bytes.ofHex(hex));
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(packetOut(Long.decode(port)));
    }

    @ParameterizedTest
    @CsvSource({"1, 00000001", "0xff00, 0000ff00", "0xfffffeff, fffffeff", "0xffffffff, ffffffff"})
    void has32BitsInLaterVersions(String port, String hex) {
        byte[] bytes = Messages.encode(packetOut(Long.decode(port)), Version.OF13, 1);
        assertThat(Bytes.of(bytes, 12, 4)).isEqualTo(Bytes.ofHex(hex));
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(packetOut(Long.decode(port)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0xff00, 0xffff, 0x10000, 0xfffffeffL})
    void refusesPortsWithout16BitNumberInOpenFlow10(long port) {
        assertThatThrownBy(() -> Messages.encode(packetOut(port), Version.OF10, 1))
                .isInstanceOf(UnsupportedByVersionException.class)
                .hasMessageContaining(Long.toString(port));
    }

    private static PacketOut packetOut(long inPort) {
        return new PacketOut(7, inPort, List.of(), Bytes.EMPTY);
    }
}

package net.beaconcontroller.openflow.structure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortTest {
    private static final Port.Ethernet FEATURES = new Port.Ethernet(1, 2, 3, 4, 5, 6);
    private static final Port ONE = Port.of(1, Samples.MAC_1, "eth1");

    @ParameterizedTest
    @CsvSource({"0, 0, true", "1, 0, false", "0, 1, false", "0xfffffffe, 0xfffffffe, true"})
    void isUpIfItIsAdministrativelyUpAndHasALink(String config, String state, boolean up) {
        var port = new Port(1, 2, "p", Long.decode(config), Long.decode(state), List.of());
        assertThat(port.isUp()).isEqualTo(up);
    }

    @Test
    void withLinkChangesOnlyTheLinkState() {
        var port = new Port(1, 2, "p", 4, 6, List.of(FEATURES));
        assertThat(port.withLink(false)).isEqualTo(new Port(1, 2, "p", 4, 7, List.of(FEATURES)));
        assertThat(port.withLink(false).withLink(true)).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fifteen-letters", "sixteen-letters!", "größer"})
    void encodesNamesOfUpTo16Bytes(String name) {
        byte[] bytes = Messages.encode(new PortStatus(PortStatus.Reason.ADD, Port.of(1, 2, name)), Version.OF13, 1);
        assertThat(((PortStatus) Messages.decode(bytes, 0, bytes.length)).port().name())
                .isEqualTo(name);
    }

    @Test
    void refusesALongerName() {
        var status = new PortStatus(PortStatus.Reason.ADD, Port.of(1, 2, "seventeen-letters"));
        assertThatThrownBy(() -> Messages.encode(status, Version.OF13, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name of 17 bytes, needs at most 16");
    }

    @Test
    void decodesANameThatFillsItsField() {
        byte[] bytes = Messages.encode(new PortStatus(PortStatus.Reason.ADD, ONE), Version.OF10, 1);
        // The byte after the name.
        bytes[40] = 'x';
        Bytes.of("sixteen-letters!".getBytes(UTF_8)).copyTo(bytes, 24);
        assertThat(((PortStatus) Messages.decode(bytes, 0, bytes.length)).port().name())
                .isEqualTo("sixteen-letters!");
    }

    @Test
    void refusesSpeedsInOpenFlow10() {
        var port = new Port(1, 2, "p", 0, 0, List.of(FEATURES));
        assertThatThrownBy(() -> Messages.encode(new PortStatus(PortStatus.Reason.ADD, port), Version.OF10, 1))
                .isInstanceOf(UnsupportedByVersionException.class)
                .hasMessage("OpenFlow 1.0 does not support curr_speed=5");
    }

    @Test
    void convertsFeatureBitsOfOpenFlow10() {
        var port = new Port(1, 2, "p", 0, 0, List.of(new Port.Ethernet(0xf87f, 0x0800, 0x8000, 0x2000, 0, 0)));
        byte[] bytes = Messages.encode(new PortStatus(PortStatus.Reason.ADD, port), Version.OF10, 1);
        assertThat(Bytes.of(bytes, 48, 16))
                .isEqualTo(Bytes.ofHex("00000fff 00000080 00000800 00000200".replace(" ", "")));
        assertThat(((PortStatus) Messages.decode(bytes, 0, bytes.length)).port())
                .isEqualTo(port);
    }
}

package net.beaconcontroller.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.wire.FieldLocation;
import org.junit.jupiter.api.Test;

class CraftedMessageTest {
    private static final CraftedMessage ECHO =
            CraftedMessage.of(new EchoRequest(Bytes.of(new byte[] {1, 2, 3})), Version.OF13, 7);

    @Test
    void changesOnlyTheFieldThatIsSet() {
        byte[] changed = ECHO.length(42).bytes();

        assertThat(Header.length(changed, 0)).isEqualTo(42);
        assertThat(CraftedMessage.ofBytes(changed).length(11).bytes()).isEqualTo(ECHO.bytes());
    }

    @Test
    void setsAFieldByItsName() {
        assertThat(Header.xid(ECHO.with("xid", 0xfedcba98L).bytes(), 0)).isEqualTo(0xfedcba98L);
    }

    @Test
    void namesTheFieldsWhenThereIsNoneOfAName() {
        assertThatThrownBy(() -> ECHO.with("lenght", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no field lenght; needs one of [version, type, length, xid, data]");
    }

    @Test
    void keepsTheHeaderWhenBytesAreAddedOrRemoved() {
        assertThat(Header.length(ECHO.append(new byte[9]).bytes(), 0)).isEqualTo(11);
        assertThat(ECHO.append(new byte[9]).size()).isEqualTo(20);
        assertThat(ECHO.cutTo(9).size()).isEqualTo(9);
        assertThat(Header.length(ECHO.cutTo(9).withTrueLength().bytes(), 0)).isEqualTo(9);
    }

    @Test
    void setsAFieldToBytesOfItsSizeOnly() {
        FieldLocation data = ECHO.fields().getLast();

        assertThat(ECHO.with(data, new byte[] {7, 8, 9}).bytes()).endsWith(7, 8, 9);
        assertThatThrownBy(() -> ECHO.with(data, new byte[2])).hasMessage("2 bytes for data, needs 3");
    }
}

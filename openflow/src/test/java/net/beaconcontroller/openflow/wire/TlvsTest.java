package net.beaconcontroller.openflow.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import org.junit.jupiter.api.Test;

class TlvsTest {
    private static final List<Oxm> FIELDS = List.of(
            Field.IN_PORT.is(7),
            Field.METADATA.is(1L << 63, -1L << 60),
            Field.IPV6_SRC.is(Bytes.ofHex("20010db8000000000000000000000001")),
            new Oxm(Oxm.EXPERIMENTER, 42, 0x4f4e4600L, Bytes.ofHex("0002"), Bytes.ofHex("0fff")));

    private static Match read(List<Oxm> fields) {
        byte[] bytes = Messages.encode(FlowMod.add().match(new Match(fields)).build(), Version.OF13, 1);
        return ((FlowMod) Messages.decode(bytes, 0, bytes.length)).match();
    }

    @Test
    void equalsTheListThatWasEncoded() {
        List<Oxm> fields = read(FIELDS).fields();
        assertThat(fields)
                .isInstanceOf(Tlvs.class)
                .isEqualTo(FIELDS)
                .hasSameHashCodeAs(FIELDS)
                .hasToString(FIELDS.toString());
        assertThat(FIELDS).isEqualTo(fields);
        assertThat(fields)
                .isEqualTo(read(FIELDS).fields())
                .isNotEqualTo(read(FIELDS.reversed()).fields());
        assertThat(fields.get(3)).isEqualTo(FIELDS.get(3));
    }

    @Test
    void findsAField() {
        Match match = read(FIELDS);
        assertThat(match.of(Field.METADATA)).contains(FIELDS.get(1));
        assertThat(match.of(Field.TCP_SRC)).isEmpty();
        assertThat(match.inPort()).isEqualTo(7);
    }

    @Test
    void isUnmodifiable() {
        List<Oxm> fields = read(FIELDS).fields();
        assertThatThrownBy(() -> fields.add(FIELDS.getFirst())).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> fields.removeFirst()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> fields.get(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}

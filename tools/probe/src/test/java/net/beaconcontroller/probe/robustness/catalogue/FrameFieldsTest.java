package net.beaconcontroller.probe.robustness.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.probe.Host;
import org.junit.jupiter.api.Test;

class FrameFieldsTest {
    private static final Host FROM = new Host(1, 0x0200_0000_0001L, 0x0a00_0001L);
    private static final Host TO = new Host(2, 0x0200_0000_0002L, 0x0a00_0002L);

    private static byte[] datagram() {
        return FROM.udpTo(TO, 1);
    }

    private static Match udp() {
        return Match.of(
                Field.ETH_SRC.is(FROM.mac()), Field.IPV4_SRC.is(FROM.ip()), Field.UDP_DST.is(9), Field.IN_PORT.is(7));
    }

    @Test
    void aMatchOfFieldsThatTheFrameHasIsNotInvented() {
        assertThat(FrameFields.of(datagram()).isInvented(udp())).isFalse();
    }

    @Test
    void aMatchOfAnotherValueIsInvented() {
        assertThat(FrameFields.of(datagram()).isInvented(Match.of(Field.UDP_DST.is(10))))
                .isTrue();
    }

    @Test
    void aHeaderThatIsCutHasNoFields() {
        FrameFields cut = FrameFields.of(Arrays.copyOf(datagram(), 33));

        assertThat(cut.get(Field.ETH_TYPE)).isPresent();
        assertThat(cut.get(Field.IPV4_SRC)).isEmpty();
        assertThat(cut.isInvented(udp())).isTrue();
    }

    @Test
    void aHeaderWhoseLengthExceedsTheFrameHasNoFields() {
        byte[] frame = datagram();
        ByteAccess.putShort(frame, 16, 1000);

        assertThat(FrameFields.of(frame).isInvented(udp())).isTrue();
    }

    @Test
    void zerosOfAHeaderThatIsNotThereAreNotInvented() {
        FrameFields cut = FrameFields.of(Arrays.copyOf(datagram(), 14));

        assertThat(cut.isInvented(Match.of(Field.IPV4_SRC.is(0)))).isFalse();
    }
}

package net.beaconcontroller.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkRateTest {
    private static final Link LINK = new Link(new SwitchPort(1, 2), new SwitchPort(3, 4), Link.Kind.DIRECT);

    private static PortRate port(long speed, double received, double sent) {
        return new PortRate(1, 2, "", speed, Instant.EPOCH, received, sent, received / 1_000, sent / 1_000, 0, 0);
    }

    private static LinkRate rate(@Nullable PortRate sender, @Nullable PortRate receiver) {
        return new LinkRate(LINK, sender, receiver);
    }

    @Test
    void isWhatTheSenderSends() {
        LinkRate rate = rate(port(10_000, 7, 4_000), port(10_000, 3_900, 7));
        assertThat(rate.bits()).isEqualTo(4_000);
        assertThat(rate.packets()).isEqualTo(4);
        assertThat(rate.load()).isEqualTo(0.4);
    }

    @Test
    void isWhatTheReceiverReceivesIfTheSenderIsUnknown() {
        assertThat(rate(null, port(10_000, 3_900, 7)).bits()).isEqualTo(3_900);
        assertThat(rate(port(0, 1, Double.NaN), port(0, 3_900, 7)).bits()).isEqualTo(3_900);
        assertThat(rate(null, null).bits()).isNaN();
    }

    @Test
    void theSlowerEndDeterminesTheSpeed() {
        assertThat(rate(port(10_000, 0, 0), port(1_000, 0, 0)).speed()).isEqualTo(1_000);
        assertThat(rate(port(0, 0, 0), port(1_000, 0, 0)).speed()).isEqualTo(1_000);
        assertThat(rate(port(0, 0, 0), port(0, 0, 0)).load()).isNaN();
    }

    @Test
    void theLoadIsUnknownIfAnEndIsUnknown() {
        assertThat(rate(port(10_000, 0, 1), null).load()).isNaN();
    }
}

package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import net.beaconcontroller.openflow.PortNumber;
import org.junit.jupiter.api.Test;

class RecentHostsTest {
    private static final long KEY = 0x0200_0000_0001L;
    private static final long PORT = PortNumber.LOCAL;

    private final RecentHosts recent = new RecentHosts();

    @Test
    void knowsNoHostAtFirst() {
        assertThat(recent.port(KEY)).isEqualTo(PortNumber.ANY);
        assertThat(recent.port(0)).isEqualTo(PortNumber.ANY);
        assertThat(recent.hasSent(KEY, 0)).isFalse();
    }

    @Test
    void knowsThePortOfAHostThatHasSentInThePeriod() {
        recent.setPeriod(-1);
        recent.sent(KEY, PORT);
        assertThat(recent.port(KEY)).isEqualTo(PORT);
        assertThat(recent.hasSent(KEY, PORT)).isTrue();
        assertThat(recent.hasSent(KEY, PORT - 1)).isFalse();
        assertThat(recent.port(KEY + 1)).isEqualTo(PortNumber.ANY);
        recent.setPeriod(0);
        assertThat(recent.port(KEY)).isEqualTo(PortNumber.ANY);
        assertThat(recent.hasSent(KEY, PORT)).isFalse();
    }

    @Test
    void aHostThatWasOnlyLookedUpHasNotSent() {
        recent.add(KEY, PORT);
        assertThat(recent.port(KEY)).isEqualTo(PORT);
        assertThat(recent.hasSent(KEY, PORT)).isFalse();
    }

    @Test
    void growsSoThatThousandsOfHostsHaveASlotOfTheirOwn() {
        for (int round = 0; round < 20; round++) {
            LongStream.range(KEY, KEY + 5_000)
                    .filter(key -> !recent.hasSent(key, PORT))
                    .forEach(key -> recent.sent(key, PORT));
        }
        assertThat(LongStream.range(KEY, KEY + 5_000).filter(key -> recent.hasSent(key, PORT)))
                .hasSizeGreaterThan(4_500);
    }
}

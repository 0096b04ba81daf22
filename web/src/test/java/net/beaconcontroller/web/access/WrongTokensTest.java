package net.beaconcontroller.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WrongTokensTest {
    private long now = -5;
    private final WrongTokens limit = new WrongTokens(() -> now);

    private void use(int times, String address) {
        for (int i = 0; i < times; i++) {
            assertThat(limit.count(address)).isZero();
        }
    }

    @Test
    void allowsABurstAndThenOneAttemptAtATime() {
        use(WrongTokens.BURST, "192.0.2.1");
        assertThat(limit.count("192.0.2.1")).isEqualTo(WrongTokens.RECOVERY);
        now += WrongTokens.RECOVERY.toNanos() / 2;
        assertThat(limit.count("192.0.2.1")).isEqualTo(WrongTokens.RECOVERY.dividedBy(2));
        now += WrongTokens.RECOVERY.toNanos() / 2;
        use(1, "192.0.2.1");
        assertThat(limit.count("192.0.2.1")).isPositive();
        now += Duration.ofHours(1).toNanos();
        use(WrongTokens.BURST, "192.0.2.1");
    }

    @Test
    void limitsEachAddressByItself() {
        use(WrongTokens.BURST, "192.0.2.1");
        use(WrongTokens.BURST, "192.0.2.2");
    }

    @Test
    void limitsAnIpv6NetworkAsAWhole() {
        use(WrongTokens.BURST, "2001:db8:0:1:0:0:0:1");
        assertThat(limit.count("[2001:db8:0:1:ffff:0:0:2]")).isPositive();
        assertThat(limit.count("2001:db8:0:2:0:0:0:1")).isZero();
    }

    @Test
    void forgetsAddressesBeyondABound() {
        for (int i = 0; i < 2 * WrongTokens.MAX_ADDRESSES; i++) {
            use(1, "10.0.%d.%d".formatted(i >> 8, i & 255));
        }
        assertThat(limit.size()).isEqualTo(WrongTokens.MAX_ADDRESSES);
    }
}

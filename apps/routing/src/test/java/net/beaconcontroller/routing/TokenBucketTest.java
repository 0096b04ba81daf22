package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long BEGIN = -5_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final TokenBucket bucket = new TokenBucket(10, BEGIN);

    private long passed(int attempts, long nowNanos) {
        return IntStream.range(0, attempts)
                .filter(_ -> bucket.tryTake(nowNanos))
                .count();
    }

    @Test
    void holdsTheTokensOfOneSecondAndRefillsOverTime() {
        assertThat(passed(100, BEGIN)).isEqualTo(10);
        assertThat(passed(100, BEGIN + SECOND / 2)).isEqualTo(5);
        assertThat(passed(100, BEGIN + 60 * SECOND)).isEqualTo(10);
    }

    @Test
    void timeThatGoesBackwardsAddsNoTokens() {
        assertThat(passed(100, BEGIN + SECOND)).isEqualTo(10);
        assertThat(passed(100, BEGIN)).isZero();
        assertThat(passed(100, BEGIN + SECOND)).isZero();
        assertThat(passed(100, BEGIN + SECOND + SECOND / 10)).isEqualTo(1);
    }
}

package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyCheckTest {
    private static final long SLOW = TimeUnit.SECONDS.toNanos(1);

    private final LatencyCheck check =
            new LatencyCheck(Duration.ofMillis(1), System.nanoTime(), () -> LongStream.generate(() -> 1)
                    .limit(LatencyCheck.MIN_LINKS));

    private static Link link(long port) {
        return new Link(new SwitchPort(1, port), new SwitchPort(2, port), Link.Kind.DIRECT);
    }

    private boolean isOutlier(long port) {
        return check.isOutlier(link(port), SLOW, System.nanoTime());
    }

    @Test
    void forgetsTheLinksFirstThatWereRemovedFirst() {
        assertThat(isOutlier(1)).isTrue();
        for (int port = 1; port <= LatencyCheck.MAX_FORMER; port++) {
            check.removed(link(port), SLOW);
        }
        assertThat(isOutlier(1)).isFalse();
        check.removed(link(1 + LatencyCheck.MAX_FORMER), SLOW);
        assertThat(isOutlier(1)).isTrue();
        assertThat(isOutlier(2)).isFalse();
    }
}

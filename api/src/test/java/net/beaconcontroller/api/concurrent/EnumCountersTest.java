package net.beaconcontroller.api.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EnumCountersTest {
    @Test
    void countsEachConstant() {
        var counters = new EnumCounters<>(TimeUnit.class);
        counters.increment(TimeUnit.DAYS);
        counters.add(TimeUnit.DAYS, 2);
        counters.increment(TimeUnit.HOURS);
        assertThat(counters.values())
                .hasSize(TimeUnit.values().length)
                .contains(entry(TimeUnit.DAYS, 3L), entry(TimeUnit.HOURS, 1L), entry(TimeUnit.SECONDS, 0L));
    }
}

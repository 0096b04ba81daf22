package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The conditions of a steady state. */
class SteadyStateDetectorTest {
    private final SteadyStateDetector steadiness = new SteadyStateDetector(3);

    @Test
    void isStableWhenTheLatestRatesAreClose() {
        assertThat(steadiness.add(10)).isFalse();
        assertThat(steadiness.add(96)).isFalse();
        assertThat(steadiness.add(100)).isFalse();
        assertThat(steadiness.add(98)).isTrue();
        assertThat(steadiness.add(94)).isFalse();
    }

    @Test
    void isNotStableWithTooFewRates() {
        assertThat(steadiness.add(100)).isFalse();
        assertThat(steadiness.add(100)).isFalse();
        assertThat(steadiness.add(100)).isTrue();
    }

    @Test
    void aZeroRateIsNotStable() {
        for (int i = 0; i < 10; i++) {
            assertThat(steadiness.add(0)).isFalse();
        }
    }
}

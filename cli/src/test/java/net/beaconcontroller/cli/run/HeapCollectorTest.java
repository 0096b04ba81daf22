package net.beaconcontroller.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapCollectorTest {
    @ParameterizedTest
    @CsvSource({"16, 0, false", "17, 0, true", "26, 10, false", "27, 10, true", "150, 100, false", "151, 100, true"})
    void collectsWhenThereIsMoreGarbageThanHalfOfTheLiveDataAndThanAMinimum(int usedMiB, int liveMiB, boolean isDue) {
        assertThat(HeapCollector.isDue((long) usedMiB << 20, (long) liveMiB << 20))
                .isEqualTo(isDue);
    }
}

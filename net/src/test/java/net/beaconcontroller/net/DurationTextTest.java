package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "1us, PT0.000001S",
        "500ms, PT0.5S",
        "1.5s, PT1.5S",
        "' 10 seconds ', PT10S",
        "5M, PT5M",
        "0.000000001s, PT0.000000001S",
        "999999999h, PT999999999H"
    })
    void parsesNumbersWithAUnit(String text, Duration expected) {
        assertThat(DurationText.parse(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-1s", "1.s", ".5s", "1 s s", "1d", "1e3s", "1234567890s"})
    void refusesOtherText(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1500, 1500ms", "5000, 5s", "120000, 2m", "3600000, 1h"})
    void printsTheLargestExactUnit(long millis, String text) {
        assertThat(DurationText.of(Duration.ofMillis(millis))).isEqualTo(text);
        assertThat(DurationText.parse(text)).contains(Duration.ofMillis(millis));
    }
}

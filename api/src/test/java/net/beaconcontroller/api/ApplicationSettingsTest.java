package net.beaconcontroller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationSettingsTest {
    private static ApplicationSettings of(String value) {
        return ApplicationSettings.of(Map.of("key", value));
    }

    @Test
    void everySettingHasADefault() {
        ApplicationSettings none = ApplicationSettings.none();
        assertThat(none.duration("key", Duration.ofMillis(1500), "")).isEqualTo(Duration.ofMillis(1500));
        assertThat(none.integer("key", 7, 1, 9, "")).isEqualTo(7);
        assertThat(none.bool("key", true, "")).isTrue();
        assertThat(none.string("key", "a, b", "")).isEqualTo("a, b");
        assertThat(none.choice("key", Stage.FILTER, "")).isEqualTo(Stage.FILTER);
        assertThat(none.list("key", List.of(1, 2), Integer::valueOf, "")).containsExactly(1, 2);
        assertThat(none.list("key", List.of(), Integer::valueOf, "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1ms, 1",
        "500ms, 500",
        "10s, 10000",
        "1.5s, 1500",
        "10 seconds, 10000",
        "5m, 300000",
        "1 minute, 60000",
        "1h, 3600000"
    })
    void readsTimes(String text, long millis) {
        assertThat(of(text).duration("key", Duration.ZERO, "")).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "0s", "61m", "2h", "-1s", "s", "1.s", "99999999999s"})
    void refusesOtherTimes(String text) {
        assertThatThrownBy(() -> of(text).duration("key", Duration.ofSeconds(1), ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key = %s: needs a time such as 10s or 500ms, from 1ms to 1h", text);
    }

    @Test
    void readsTheOtherTypes() {
        assertThat(of(" 3 ").integer("key", 0, 0, 9, "")).isEqualTo(3);
        assertThat(of("off").bool("key", true, "")).isFalse();
        assertThat(of("Observe").choice("key", Stage.FILTER, "")).isEqualTo(Stage.OBSERVE);
        assertThat(of("1, 2,,3").list("key", List.of(), Integer::valueOf, "")).containsExactly(1, 2, 3);
    }

    @Test
    void refusesWrongValuesWithWhatIsValid() {
        assertThatThrownBy(() -> of("10").integer("key", 0, 0, 9, "")).hasMessage("key = 10: needs a number of 0 to 9");
        assertThatThrownBy(() -> of("1.5").integer("key", 0, 0, 9, ""))
                .hasMessage("key = 1.5: needs a number of 0 to 9");
        assertThatThrownBy(() -> of("2").bool("key", true, "")).hasMessage("key = 2: needs true or false");
        assertThatThrownBy(() -> of("last").choice("key", Stage.FILTER, ""))
                .hasMessage("key = last: needs one of observe, filter, forward");
    }

    @Test
    void theErrorOfAListHasTheElementAndTheMessageOfTheParser() {
        assertThatThrownBy(() -> of("1, b").list("key", List.of(), Integer::valueOf, ""))
                .hasMessage("key = 1, b: element b: needs a number");
        assertThatThrownBy(
                        () -> of("1, b").list("key", List.of(), element -> SettingParsers.integer(element, 0, 3), ""))
                .hasMessage("key = 1, b: element b: needs a number of 0 to 3");
    }
}

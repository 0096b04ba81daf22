package net.beaconcontroller.probe.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProfileTest {
    @Test
    void theCampusDayHas33StepsFrom2000To18000In24Hours() {
        Profile day = Profile.campusDay();

        assertThat(day.steps()).hasSize(33);
        assertThat(day.peak()).isEqualTo(18_000);
        assertThat(day.steps().stream().mapToDouble(Profile.Step::rate).min()).hasValue(2000);
        assertThat(day.duration()).isBetween(Duration.ofMinutes(24 * 60 - 1), Duration.ofHours(24));
    }

    @Test
    void aLineHasADurationARateAndAComment() {
        Profile profile = Profile.parse("test", "# a comment\n\n 1h30m  2000.5 # another\n0.5s 7\n");

        assertThat(profile.steps())
                .containsExactly(
                        new Profile.Step(Duration.ofMinutes(90), 2000.5), new Profile.Step(Duration.ofMillis(500), 7));
    }

    @Test
    void scalingKeepsTheRates() {
        Profile profile = Profile.parse("test", "10m 2000\n20m 5\n").in(Duration.ofMinutes(3));

        assertThat(profile.steps())
                .containsExactly(
                        new Profile.Step(Duration.ofMinutes(1), 2000), new Profile.Step(Duration.ofMinutes(2), 5));
    }

    @Test
    void anErrorNamesTheLineAndWhatIsValid() {
        assertThatThrownBy(() -> Profile.parse("day.txt", "10m 2000\n10m\n10x 2000\n-1s 5\n10m fast\n10m 0\n"))
                .isInstanceOf(InvalidProfileException.class)
                .hasMessageMatching("""
                        day.txt, line 2: '10m': needs a duration and a rate, such as 10m 2000\\R\
                        day.txt, line 3: duration '10x': needs more than 0, such as 90s, 10m or 1h30m\\R\
                        day.txt, line 4: duration '-1s': needs more than 0, such as 90s, 10m or 1h30m\\R\
                        day.txt, line 5: rate 'fast': needs a number of packet-ins per second\\R\
                        day.txt, line 6: rate '0': needs a number of packet-ins per second""");
    }

    @Test
    void aFileWithoutStepsIsAnError() {
        assertThatThrownBy(() -> Profile.parse("day.txt", "# nothing\n"))
                .hasMessage("day.txt: no steps; needs lines of a duration and a rate, such as 10m 2000");
    }
}

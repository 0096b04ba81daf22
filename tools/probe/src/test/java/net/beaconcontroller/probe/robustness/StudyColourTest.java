package net.beaconcontroller.probe.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyColourTest {
    private static final RoundTrips NONE = new RoundTrips(0, 0, 0, 0, 0);

    private static Outcome outcome(String name, Verdict verdict, boolean isAnswered) {
        return new Outcome(
                new ProbeCase(name, "", _ -> {}),
                Version.OF10,
                verdict,
                "",
                isAnswered,
                1,
                NONE,
                NONE,
                NONE,
                Optional.empty(),
                Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "REFUSED, false, GREEN",
        "IGNORED, false, GREEN",
        "IGNORED, true, YELLOW",
        "OBEYED, true, YELLOW",
        "STUCK, false, YELLOW",
        "CLOSED, false, ORANGE",
        "DISTURBED, false, RED",
        "DIED, false, RED"
    })
    void eachVerdictHasTheColourOfTheStudy(Verdict verdict, boolean isAnswered, StudyColour colour) {
        assertThat(StudyColour.of(outcome("study/type", verdict, isAnswered))).contains(colour);
    }

    @Test
    void aCaseThatTheStudyDoesNotHaveHasNoColour() {
        assertThat(StudyColour.of(outcome("frames/empty", Verdict.IGNORED, false)))
                .isEmpty();
    }
}

package net.beaconcontroller.probe.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the catalogue against Beacon with the learning switch, and compares the verdicts with those of a file: a part of
 * the cases in two versions, or with {@code -Dprobe.cases=all} all of them in all versions, which takes a few minutes
 * for each. {@code -Dprobe.cases=write} writes the file.
 */
class BeaconVerdictsTest {
    static final Path FILE = Path.of("src/test/verdicts/learning-switch.txt");
    private static final Logger LOG = System.getLogger(BeaconVerdictsTest.class.getName());
    private static final String CASES = System.getProperty("probe.cases", "some");

    private static List<ProbeCase> cases() {
        return CASES.equals("some") ? ShortForm.cases() : Catalogue.all();
    }

    private static Set<Version> versions() {
        return new TreeSet<>(CASES.equals("some") ? ShortForm.VERSIONS : ProbeCase.ALL_VERSIONS);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void noVerdictIsWorseThanExpected() throws Exception {
        var outcomes = new ArrayList<Outcome>();
        try (OpenFlowController controller =
                ShortForm.startBeacon(CASES.equals("some") ? Duration.ofMillis(300) : Duration.ofSeconds(2))) {
            var target = new Target(
                    controller.address(),
                    OptionalLong.of(ProcessHandle.current().pid()));
            ControllerUnderTest under = ControllerUnderTest.running("Beacon", target);
            for (Version version : versions()) {
                try (var robustness = new Robustness(under, version, Limits.DEFAULT, 1)) {
                    outcomes.addAll(robustness.run(cases(), _ -> {}));
                }
            }
        }
        if (CASES.equals("write")) {
            ExpectedVerdicts.of(outcomes).write(FILE);
        }
        ExpectedVerdicts expected = ExpectedVerdicts.read(FILE);
        expected.betterOf(outcomes).forEach(each -> LOG.log(Level.WARNING, "better than expected: " + each));
        assertThat(expected.worseOf(outcomes)).isEmpty();
    }
}

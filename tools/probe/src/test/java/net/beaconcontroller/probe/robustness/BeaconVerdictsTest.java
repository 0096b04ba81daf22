package net.beaconcontroller.probe.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;
import net.beaconcontroller.runtime.Beacon;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs cases against Beacon with each set of applications, and compares the verdicts with those of a file: the {@link
 * ShortForm}, or with {@code -Dprobe.cases=all} the whole catalogue twice. {@code -Dprobe.cases=write} writes the
 * verdicts into the files, and {@code -Dprobe.versions=1.2,1.4} selects other versions than 1.0, 1.3 and 1.5. The
 * combinations of applications and versions run side by side, each with its own controller, because most of the time is
 * spent waiting.
 */
class BeaconVerdictsTest {
    private static final Logger LOG = System.getLogger(BeaconVerdictsTest.class.getName());
    private static final String CASES = System.getProperty("probe.cases", "some");
    private static final boolean IS_SHORT = CASES.equals("some");

    private static List<Version> versions() {
        String numbers = System.getProperty("probe.versions");
        if (numbers == null) {
            return IS_SHORT ? ShortForm.VERSIONS : List.of(Version.OF10, Version.OF13, Version.OF15);
        }
        return Arrays.stream(numbers.split(","))
                .map(number -> Version.ofNumber(number).orElseThrow())
                .toList();
    }

    static Stream<Arguments> runs() {
        return Stream.of(Applications.values())
                .flatMap(applications -> versions().stream().map(version -> Arguments.of(applications, version)));
    }

    @ParameterizedTest(name = "{0}, OpenFlow {1}")
    @MethodSource("runs")
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void noVerdictIsWorseThanExpected(Applications applications, Version version) throws Exception {
        List<Outcome> outcomes = run(applications, version);
        if (!IS_SHORT) {
            assertThat(ExpectedVerdicts.of(outcomes).differencesOf(run(applications, version)))
                    .as("verdicts that differ in the second run")
                    .isEmpty();
        }
        if (CASES.equals("write")) {
            ExpectedVerdicts.update(applications.verdicts(), outcomes);
        }
        ExpectedVerdicts expected = ExpectedVerdicts.read(applications.verdicts());
        expected.betterOf(outcomes).forEach(each -> LOG.log(Level.WARNING, "better than expected: " + each));
        assertThat(expected.worseOf(outcomes)).isEmpty();
    }

    private static List<Outcome> run(Applications applications, Version version) throws Exception {
        try (Beacon beacon = applications.start(IS_SHORT ? Duration.ofMillis(300) : Duration.ofSeconds(2))) {
            var target = new Target(
                    beacon.address(), OptionalLong.of(ProcessHandle.current().pid()));
            ControllerUnderTest under = ControllerUnderTest.running("Beacon", target);
            try (var robustness = new Robustness(under, version, Limits.DEFAULT, 1)) {
                return robustness.run(IS_SHORT ? ShortForm.cases(applications) : Catalogue.all(), _ -> {});
            }
        }
    }
}

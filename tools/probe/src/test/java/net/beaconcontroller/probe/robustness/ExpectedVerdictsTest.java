package net.beaconcontroller.probe.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExpectedVerdictsTest {
    private static final RoundTrips NO_ROUND_TRIPS = new RoundTrips(0, 0, 0, 0, 0);

    /** A row of docs/probe.md with a pattern of cases and the versions. */
    private static final Pattern ROW =
            Pattern.compile("\\| `((?:header|study|connection|misuse)/[^`]+)` \\| ([^|]+) \\|");

    @TempDir
    private Path folder;

    private static Outcome outcome(String name, Version version, Verdict verdict) {
        var probeCase = new ProbeCase(name, "", _ -> {});
        return new Outcome(
                probeCase,
                version,
                verdict,
                "what happened",
                false,
                1,
                NO_ROUND_TRIPS,
                NO_ROUND_TRIPS,
                NO_ROUND_TRIPS,
                Optional.empty(),
                Optional.empty());
    }

    private ExpectedVerdicts file(String... lines) throws IOException {
        return ExpectedVerdicts.read(Files.write(folder.resolve("expected.txt"), List.of(lines)));
    }

    @Test
    void aWorseVerdictIsReported() throws IOException {
        List<Outcome> outcomes = List.of(
                outcome("group/a", Version.OF10, Verdict.CLOSED), outcome("group/a", Version.OF13, Verdict.CLOSED));

        ExpectedVerdicts expected = file("# case 1.0 1.2 1.3 1.4 1.5", "group/a  closed  -  ignored  -  -");

        assertThat(expected.worseOf(outcomes))
                .containsExactly("group/a of OpenFlow 1.3: closed instead of ignored; what happened");
        assertThat(expected.betterOf(outcomes)).isEmpty();
    }

    @Test
    void aBetterVerdictIsReportedApart() throws IOException {
        List<Outcome> outcomes = List.of(outcome("group/a", Version.OF13, Verdict.REFUSED));

        ExpectedVerdicts expected = file("group/a  -  -  stuck  -  -");

        assertThat(expected.worseOf(outcomes)).isEmpty();
        assertThat(expected.betterOf(outcomes)).hasSize(1);
    }

    @Test
    void aCaseThatTheFileDoesNotHaveIsReported() throws IOException {
        ExpectedVerdicts expected = file("group/a  -  -  refused  -  -");

        assertThat(expected.worseOf(List.of(outcome("group/a", Version.OF15, Verdict.REFUSED))))
                .hasSize(1);
        assertThat(expected.worseOf(List.of(outcome("group/new", Version.OF13, Verdict.REFUSED))))
                .hasSize(1);
    }

    @Test
    void aFileThatWasWrittenIsReadAsItWas() throws IOException {
        List<Outcome> outcomes = List.of(
                outcome("group/a", Version.OF10, Verdict.DIED), outcome("group/b", Version.OF15, Verdict.REFUSED));
        Path path = folder.resolve("new/expected.txt");

        ExpectedVerdicts.update(path, outcomes);

        assertThat(ExpectedVerdicts.read(path).differencesOf(outcomes)).isEmpty();
    }

    @Test
    void aFileKeepsTheVerdictsOfOtherVersions() throws IOException {
        Path path = folder.resolve("expected.txt");
        Outcome earlier = outcome("group/a", Version.OF10, Verdict.CLOSED);
        Outcome later = outcome("group/a", Version.OF13, Verdict.REFUSED);

        ExpectedVerdicts.update(path, List.of(earlier));
        ExpectedVerdicts.update(path, List.of(later));

        assertThat(ExpectedVerdicts.read(path).differencesOf(List.of(earlier, later)))
                .isEmpty();
    }

    @Test
    void anOtherVerdictIsADifference() throws IOException {
        ExpectedVerdicts expected = file("group/a  closed  -  ignored  -  -");

        assertThat(expected.differencesOf(List.of(
                        outcome("group/a", Version.OF10, Verdict.REFUSED),
                        outcome("group/a", Version.OF13, Verdict.IGNORED))))
                .containsExactly("group/a of OpenFlow 1.0: refused instead of closed; what happened");
    }

    @ParameterizedTest
    @EnumSource(Applications.class)
    void theDocumentationJustifiesEachClosedVerdict(Applications applications) throws IOException {
        ExpectedVerdicts expected = ExpectedVerdicts.read(applications.verdicts());
        List<MatchResult> rows = ROW.matcher(Files.readString(Path.of("../../docs/probe.md")))
                .results()
                .toList();
        var justified = new TreeSet<String>();
        for (ProbeCase probeCase : Catalogue.all()) {
            for (Version version : probeCase.versions()) {
                if (expected.has(probeCase, version)
                        && rows.stream().anyMatch(row -> isAbout(row, probeCase, version))) {
                    justified.add(probeCase.name() + " of " + version);
                }
            }
        }

        assertThat(expected.allThatAre(Verdict.CLOSED)).isNotEmpty().isEqualTo(justified);
    }

    @ParameterizedTest
    @EnumSource(Applications.class)
    void noCaseMayDisturbTheWitness(Applications applications) throws IOException {
        ExpectedVerdicts expected = ExpectedVerdicts.read(applications.verdicts());

        assertThat(expected.allThatAre(Verdict.DISTURBED)).isEmpty();
        assertThat(expected.allThatAre(Verdict.DIED)).isEmpty();
    }

    private static boolean isAbout(MatchResult row, ProbeCase probeCase, Version version) {
        List<String> versions = List.of(row.group(2).split(", "));
        PathMatcher cases = FileSystems.getDefault().getPathMatcher("glob:" + row.group(1));
        return (versions.contains("all") || versions.contains(version.toString()))
                && cases.matches(Path.of(probeCase.name()));
    }
}

package net.beaconcontroller.probe.robustness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;

/** A file of verdicts: a line for each case, and a column for each version. */
final class ExpectedVerdicts {
    private static final List<Version> COLUMNS =
            ProbeCase.ALL_VERSIONS.stream().sorted().toList();
    private static final String NONE = "-";

    private final Map<String, Map<Version, Verdict>> verdicts = new TreeMap<>();

    static ExpectedVerdicts read(Path file) throws IOException {
        var expected = new ExpectedVerdicts();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#")) {
                expected.add(line.split(" +"));
            }
        }
        return expected;
    }

    private void add(String[] cells) {
        for (int i = 0; i < COLUMNS.size(); i++) {
            if (!cells[i + 1].equals(NONE)) {
                put(cells[0], COLUMNS.get(i), Verdict.ofName(cells[i + 1]).orElseThrow());
            }
        }
    }

    private void put(String name, Version version, Verdict verdict) {
        verdicts.computeIfAbsent(name, _ -> new EnumMap<>(Version.class)).put(version, verdict);
    }

    static ExpectedVerdicts of(Collection<Outcome> outcomes) {
        var verdicts = new ExpectedVerdicts();
        verdicts.putAll(outcomes);
        return verdicts;
    }

    private void putAll(Collection<Outcome> outcomes) {
        outcomes.forEach(outcome -> put(outcome.probeCase().name(), outcome.version(), outcome.verdict()));
    }

    /** Writes the verdicts of these outcomes into a file, which keeps those of other cases and versions. */
    static synchronized void update(Path file, Collection<Outcome> outcomes) throws IOException {
        ExpectedVerdicts all = Files.exists(file) ? read(file) : new ExpectedVerdicts();
        all.putAll(outcomes);
        all.write(file);
    }

    /** Returns whether there is a verdict of this case and version. */
    boolean has(ProbeCase probeCase, Version version) {
        return verdicts.getOrDefault(probeCase.name(), Map.of()).containsKey(version);
    }

    /** Returns the cases and versions with this verdict, such as "group/name of 1.3". */
    SortedSet<String> allThatAre(Verdict verdict) {
        var all = new TreeSet<String>();
        verdicts.forEach((name, byVersion) -> byVersion.forEach((version, each) -> {
            if (each == verdict) {
                all.add(name + " of " + version);
            }
        }));
        return all;
    }

    /** Returns a line about each outcome that is worse than expected, or that the file does not have. */
    List<String> worseOf(Collection<Outcome> outcomes) {
        return linesOf(outcomes, (verdict, expected) -> expected.map(verdict::isWorseThan)
                .orElse(true));
    }

    /** Returns a line about each outcome that is better than expected. */
    List<String> betterOf(Collection<Outcome> outcomes) {
        return linesOf(outcomes, (verdict, expected) -> expected.map(each -> each.isWorseThan(verdict))
                .orElse(false));
    }

    /** Returns a line about each outcome that differs. */
    List<String> differencesOf(Collection<Outcome> outcomes) {
        return linesOf(outcomes, (verdict, expected) -> !expected.equals(Optional.of(verdict)));
    }

    private List<String> linesOf(Collection<Outcome> outcomes, BiPredicate<Verdict, Optional<Verdict>> condition) {
        return outcomes.stream()
                .filter(outcome -> condition.test(outcome.verdict(), expected(outcome)))
                .map(this::line)
                .toList();
    }

    private Optional<Verdict> expected(Outcome outcome) {
        return Optional.ofNullable(
                verdicts.getOrDefault(outcome.probeCase().name(), Map.of()).get(outcome.version()));
    }

    private String line(Outcome outcome) {
        return "%s of OpenFlow %s: %s instead of %s; %s"
                .formatted(
                        outcome.probeCase().name(),
                        outcome.version(),
                        outcome.verdict(),
                        expected(outcome).map(Verdict::toString).orElse("a verdict in the file"),
                        outcome.detail());
    }

    private void write(Path file) throws IOException {
        var lines = new ArrayList<String>();
        lines.add("# Expected verdicts; docs/probe.md explains how to write this file.");
        lines.add(line("# case", COLUMNS.stream().map(Version::toString).toList()));
        verdicts.forEach((name, byVersion) -> lines.add(line(
                name,
                COLUMNS.stream()
                        .map(version -> byVersion.containsKey(version)
                                ? byVersion.get(version).toString()
                                : NONE)
                        .toList())));
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
    }

    private static String line(String name, List<String> cells) {
        return cells.stream()
                .map("%-9s"::formatted)
                .collect(Collectors.joining(" ", "%-48s ".formatted(name), ""))
                .stripTrailing();
    }
}

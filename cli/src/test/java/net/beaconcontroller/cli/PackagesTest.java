package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dependencies between the packages of all modules that are built before the command line. */
class PackagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The most files of a package, except those that have a file for each message, action or field of OpenFlow. */
    private static final int MAX_FILES = 45;

    private static final Pattern DEPENDENCY =
            Pattern.compile("^ {3}(net\\.beaconcontroller[\\w.]*) +-> (net\\.beaconcontroller[\\w.]*) .*");

    private static List<Path> classes() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT, 4)) {
            return all.filter(path -> path.endsWith("target/classes")).toList();
        }
    }

    /** Returns the packages that each package uses. */
    private static Map<String, Set<String>> dependencies() throws IOException {
        var output = new StringWriter();
        String[] arguments = Stream.concat(
                        Stream.of("-verbose:package", "--ignore-missing-deps"),
                        classes().stream().map(Path::toString))
                .toArray(String[]::new);
        int exit = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(output), new PrintWriter(output), arguments);
        assertThat(exit).as(output.toString()).isZero();
        var dependencies = new TreeMap<String, Set<String>>();
        output.toString()
                .lines()
                .map(DEPENDENCY::matcher)
                .filter(java.util.regex.Matcher::matches)
                .forEach(line -> {
                    if (!line.group(1).equals(line.group(2))) {
                        dependencies
                                .computeIfAbsent(line.group(1), _ -> new TreeSet<>())
                                .add(line.group(2));
                    }
                });
        return dependencies;
    }

    @Test
    void noPackageDependsOnItself() throws IOException {
        Map<String, Set<String>> left = dependencies();
        assertThat(left).containsKeys("net.beaconcontroller.core", "net.beaconcontroller.web.rest");
        // Packages that use no other ones are removed until none is left, or only cycles and their users.
        while (left.values().removeIf(used -> used.stream().noneMatch(left::containsKey))) {}
        while (left.keySet()
                .removeIf(name ->
                        left.values().stream().flatMap(Collection::stream).noneMatch(name::equals))) {}
        assertThat(left).as("cycles").isEmpty();
    }

    @Test
    void onlyCodeThatChoosesDesignsKnowsThoseForComparison() throws IOException {
        assertThat(dependencies().values()).noneMatch(used -> used.contains("net.beaconcontroller.designs"));
    }

    @Test
    void noPackageHasTooManyFiles() throws IOException {
        var counts = new TreeMap<String, Integer>();
        for (Path module : classes()) {
            Path sources = module.resolve("../../src/main/java").normalize();
            if (Files.isDirectory(sources)) {
                try (Stream<Path> all = Files.walk(sources)) {
                    all.filter(file -> file.toString().endsWith(".java"))
                            .forEach(file -> counts.merge(
                                    sources.relativize(file.getParent()).toString(), 1, Integer::sum));
                }
            }
        }
        counts.keySet().removeIf(name -> name.matches("net/beaconcontroller/openflow/(message|action|match)"));
        assertThat(counts).isNotEmpty();
        assertThat(counts.entrySet()).noneMatch(count -> count.getValue() > MAX_FILES);
    }
}

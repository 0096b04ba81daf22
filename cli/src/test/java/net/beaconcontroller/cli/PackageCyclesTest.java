package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packages of the command line and of the benchmarks import each other in one direction only. */
class PackageCyclesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/main/java/net/beaconcontroller/cli",
                "../tools/bench/src/main/java/net/beaconcontroller/bench"
            })
    void packagesDoNotImportEachOtherInACycle(Path sources) throws IOException {
        Map<String, Set<String>> imports = imports(sources);
        assertThat(imports).hasSizeGreaterThan(3);
        assertThat(imports.values()).anyMatch(imported -> !imported.isEmpty());

        // Kahn's algorithm: removes packages without remaining imports until none is left or only cycles are.
        while (imports.values().removeIf(Set::isEmpty)) {
            imports.values().forEach(imported -> imported.retainAll(imports.keySet()));
        }
        assertThat(imports)
                .as("packages that are part of an import cycle, or import one")
                .isEmpty();
    }

    /** Returns the packages below the source folder that each of them imports; the folder itself is the empty name. */
    private static Map<String, Set<String>> imports(Path sources) throws IOException {
        Pattern line = Pattern.compile(
                "^import (?:static )?net\\.beaconcontroller\\." + sources.getFileName() + "((?:\\.[a-z]+)*)\\.[A-Z]",
                Pattern.MULTILINE);
        var imports = new TreeMap<String, Set<String>>();
        List<Path> files;
        try (var found = Files.walk(sources)) {
            files = found.filter(path -> path.toString().endsWith(".java")).toList();
        }
        for (Path file : files) {
            String name = sources.relativize(file.getParent()).toString();
            Set<String> imported = imports.computeIfAbsent(name, _ -> new TreeSet<>());
            Matcher matcher = line.matcher(Files.readString(file));
            while (matcher.find()) {
                imported.add(matcher.group(1).replaceFirst("^\\.", ""));
            }
            imported.remove(name);
        }
        return imports;
    }
}

package net.beaconcontroller.emulator;

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
import org.junit.jupiter.api.Test;

/** The packages of this module import each other in one direction only. */
class PackageCyclesTest {
    private static final Path SOURCES = Path.of("src/main/java/net/beaconcontroller/emulator");
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?net\\.beaconcontroller\\.emulator\\.([a-z]+)\\.", Pattern.MULTILINE);

    @Test
    void packagesDoNotImportEachOtherInACycle() throws IOException {
        Map<String, Set<String>> imports = imports();
        assertThat(imports).containsKeys("loop", "datapath", "network");
        assertThat(imports.get("network")).contains("datapath");

        // Kahn's algorithm: removes packages without remaining imports until none is left or only cycles are.
        while (imports.values().removeIf(Set::isEmpty)) {
            imports.values().forEach(imported -> imported.retainAll(imports.keySet()));
        }
        assertThat(imports)
                .as("packages that are part of an import cycle, or import one")
                .isEmpty();
    }

    /** Returns the packages of this module that each package of this module imports. */
    private static Map<String, Set<String>> imports() throws IOException {
        var imports = new TreeMap<String, Set<String>>();
        List<Path> files;
        try (var found = Files.walk(SOURCES)) {
            files = found.filter(path -> path.toString().endsWith(".java")).toList();
        }
        for (Path file : files) {
            Set<String> imported =
                    imports.computeIfAbsent(SOURCES.relativize(file.getParent()).toString(), _ -> new TreeSet<>());
            Matcher matcher = IMPORT.matcher(Files.readString(file));
            while (matcher.find()) {
                imported.add(matcher.group(1));
            }
        }
        return imports;
    }
}

package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds cycles of imports between the packages of a source folder. */
public final class PackageCycles {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(net\\.beaconcontroller[a-z0-9.]*)\\.[A-Z]");

    private PackageCycles() {}

    /** Returns the packages that are part of a cycle, or depend on one, with their imports. */
    public static Map<String, Set<String>> in(Path sources) throws IOException {
        var imports = new TreeMap<String, Set<String>>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                String name = PACKAGE.matcher(text)
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1);
                Set<String> imported = imports.computeIfAbsent(name, _ -> new TreeSet<>());
                IMPORT.matcher(text)
                        .results()
                        .map(m -> m.group(1))
                        .filter(p -> !p.equals(name))
                        .forEach(imported::add);
            }
        }
        assertThat(imports).as("packages in %s", sources.toAbsolutePath()).isNotEmpty();
        // A package that imports none of the others is in no cycle. Removes such packages until none is left.
        boolean removed = true;
        while (removed) {
            removed = imports.values().removeIf(imported -> imported.stream().noneMatch(imports::containsKey));
        }
        return imports;
    }
}

package net.beaconcontroller.cli.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.cli.support.UsageException;
import net.beaconcontroller.runtime.Beacon;

/**
 * The files of a new project, with {@code @placeholders@}. The class and its test are resources in a folder for each
 * template, and so are the dependencies and the instructions for bnd, if any; the POM and the README are common to all.
 */
enum ProjectTemplate {
    HUB,
    LEARNINGSWITCH,
    SERVICE;

    private static final Pattern PLACEHOLDER = Pattern.compile("@([a-z]+)@");

    /** Returns the name as it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the class of an application: MyApp for my-app. */
    private static String className(String application) {
        return Stream.of(application.split("-", -1))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    /**
     * Returns the files of a project: their contents by their paths.
     *
     * @param application the name of the application
     * @throws UsageException if the class of the application would have the name of a class that the code uses
     */
    Map<Path, String> files(String application, String packageName) throws IOException {
        String className = className(application);
        String code = resource(this + "/Main.java");
        requireFree(className, application, code);
        Path folder = Path.of(packageName.replace('.', '/'));
        var files = new TreeMap<Path, String>();
        files.put(Path.of(".gitignore"), "target/\n");
        files.put(Path.of("README.md"), resource("README.md"));
        files.put(Path.of("pom.xml"), resource("pom.xml"));
        files.put(Path.of("bnd.bnd"), resource(this + "/bnd.bnd"));
        files.put(Path.of("src/main/java").resolve(folder).resolve(className + ".java"), code);
        files.put(
                Path.of("src/test/java").resolve(folder).resolve(className + "Test.java"),
                resource(this + "/Test.java"));
        files.values().removeIf(String::isEmpty);
        Map<String, String> values = Map.of(
                "name", application,
                "class", className,
                "package", packageName,
                "version", Beacon.version(),
                "dependencies", resource(this + "/dependencies.xml"));
        files.replaceAll((_, text) -> fill(text, values));
        return files;
    }

    /** Refuses names such as "switch", whose class Switch would hide the one that the code means. */
    private static void requireFree(String className, String application, String code) {
        boolean isImported = code.contains("." + className + ";");
        if (isImported || isInJavaLang(className)) {
            throw new UsageException(("application name '%s': the class %s would hide a class of the %s with the same "
                            + "name; needs another name, such as my-%1$s")
                    .formatted(application, className, isImported ? "API" : "JDK"));
        }
    }

    private static boolean isInJavaLang(String className) {
        try {
            Class.forName("java.lang." + className, false, null);
            return true;
        } catch (ClassNotFoundException _) {
            return false;
        }
    }

    private static String fill(String text, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(values.getOrDefault(match.group(1), match.group())));
    }

    /** Returns the text of a resource, or the empty string if it does not exist. */
    private static String resource(String name) throws IOException {
        try (InputStream in = ProjectTemplate.class.getResourceAsStream("template/" + name)) {
            return in == null ? "" : new String(in.readAllBytes(), UTF_8);
        }
    }
}

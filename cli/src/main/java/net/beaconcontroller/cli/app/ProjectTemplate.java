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
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.runtime.Beacon;
import org.jspecify.annotations.Nullable;

/**
 * The files of a new project, with {@code @placeholders@}. The class and its test are resources in a folder for each
 * template, and so are the dependencies, the instructions for bnd, a page with its class and the end of the README, if
 * any; the POM and the beginning of the README are common to all. A file that the folder of a template lacks is taken
 * from that of the template that it extends.
 */
enum ProjectTemplate {
    HUB("--emulate tree,2,2"),
    LEARNINGSWITCH("--emulate tree,2,2"),
    SERVICE("--emulate tree,2,2 --apps routing"),
    REST("--emulate tree,2,2 --apps learningswitch"),
    WEB(REST);

    private static final Pattern PLACEHOLDER = Pattern.compile("@([a-z]+)@");

    private final String runOptions;
    private final @Nullable ProjectTemplate base;

    /** @param runOptions with which "app run" shows the application at work */
    ProjectTemplate(String runOptions) {
        this.runOptions = runOptions;
        this.base = null;
    }

    /** @param base the template that this one extends */
    ProjectTemplate(ProjectTemplate base) {
        this.runOptions = base.runOptions;
        this.base = base;
    }

    String runOptions() {
        return runOptions;
    }

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
     * @throws UsageException if a class of the application would have the name of a class that the code uses
     */
    Map<Path, String> files(String application, String packageName) throws IOException {
        String className = className(application);
        String code = file("Main.java");
        String page = file("Page.java");
        requireFree(className, application, code + page);
        if (!page.isEmpty()) {
            requireFree(className + "Page", application, code + page);
        }
        Path folder = Path.of(packageName.replace('.', '/'));
        Path sources = Path.of("src/main/java").resolve(folder);
        Path web = Path.of("src/main/resources/web");
        var files = new TreeMap<Path, String>();
        files.put(Path.of(".gitignore"), "target/\n");
        files.put(Path.of("README.md"), resource("README.md") + file("README.md"));
        files.put(Path.of("pom.xml"), resource("pom.xml"));
        files.put(Path.of("bnd.bnd"), file("bnd.bnd"));
        files.put(sources.resolve(className + ".java"), code);
        files.put(sources.resolve(className + "Page.java"), page);
        files.put(Path.of("src/test/java").resolve(folder).resolve(className + "Test.java"), file("Test.java"));
        files.put(web.resolve("index.html"), file("index.html"));
        files.put(web.resolve("page.js"), file("page.js"));
        files.values().removeIf(String::isEmpty);
        Map<String, String> values = Map.of(
                "name", application,
                "class", className,
                "package", packageName,
                "version", Beacon.version(),
                "options", runOptions,
                "dependencies", file("dependencies.xml"));
        files.replaceAll((_, text) -> fill(text, values));
        return files;
    }

    /** Refuses names such as "switch", whose class Switch would hide the one that the code uses. */
    private static void requireFree(String className, String application, String code) {
        if (code.contains("." + className + ";")
                || code.contains("record " + className + "(")
                || isInJavaLang(className)) {
            throw new UsageException(("application name '%s': the code uses another class with the name %s; needs "
                            + "another name, such as my-%1$s")
                    .formatted(application, className));
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

    /** Returns the text of a file of this template, or the empty string if neither it nor its base has the file. */
    private String file(String name) throws IOException {
        String own = resource(this + "/" + name);
        return own.isEmpty() && base != null ? base.file(name) : own;
    }

    /** Returns the text of a resource, or the empty string if it does not exist. */
    private static String resource(String name) throws IOException {
        try (InputStream in = ProjectTemplate.class.getResourceAsStream("template/" + name)) {
            return in == null ? "" : new String(in.readAllBytes(), UTF_8);
        }
    }
}

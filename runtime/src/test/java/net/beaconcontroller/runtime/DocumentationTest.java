package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.routing.RoutingEngine;
import net.beaconcontroller.runtime.Sources.Source;
import net.beaconcontroller.simpleswitch.SimpleSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * The code in docs/applications.md, docs/tutorial.md and docs/store.md: all Java blocks are compiled, and the tests
 * among them run. A block with a class is a compilation unit; without a package declaration, the imports are added. Any
 * other block is a sequence of statements.
 */
class DocumentationTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolveSibling(".")
            .normalize();
    private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    private static final Path TEMPLATES = ROOT.resolve("cli/src/main/resources/net/beaconcontroller/cli/app/template");

    /** One class of each module whose packages are imported. */
    private static final List<Class<?>> MODULES = List.of(
            Switch.class,
            MacAddress.class,
            FlowMod.class,
            Ethernet.class,
            TestSwitch.class,
            ScriptedSwitch.class,
            Network.class,
            Topology.class,
            Devices.class,
            RoutingEngine.class,
            Hub.class,
            SimpleSwitch.class);

    private static final String OTHER_IMPORTS = """
            import static java.lang.System.Logger.Level.INFO;
            import static org.assertj.core.api.Assertions.*;
            import java.time.Duration;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import org.awaitility.Awaitility;
            import org.junit.jupiter.api.Test;
            import org.osgi.service.component.annotations.*;
            import static documentation.Log.LOG;
            """;

    private static final Source LOG = Source.of("""
            package documentation;

            public class Log {
                public static final System.Logger LOG = System.getLogger("docs");
            }
            """);

    @TempDir
    private Path classes;

    private static List<String> javaBlocks(String page) throws IOException {
        return BLOCK.matcher(Files.readString(ROOT.resolve("docs").resolve(page)))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** Returns the sources that are not on a page: the tests of the recipes, and the class that "app new" writes. */
    private static List<Source> companions(String page, String imports) throws IOException {
        if (page.equals("applications.md")) {
            Path recipes = ROOT.resolve("runtime/src/test/resources/documentation/RecipesTest.java");
            return List.of(new Source("RecipesTest", imports + Files.readString(recipes)));
        }
        String template = Files.readString(TEMPLATES.resolve("service/Main.java"));
        String hostCount = template.replace("@package@", "org.example")
                .replace("@class@", "HostCount")
                .replace("@name@", "host-count");
        return List.of(new Source("org.example.HostCount", hostCount));
    }

    /** Returns the compilation units of recipes of applications.md, in a package of their own. */
    static List<String> recipes(String... types) throws IOException, URISyntaxException {
        String imports = imports();
        List<String> blocks = javaBlocks("applications.md");
        var units = new ArrayList<>(List.of(LOG.text()));
        for (String type : types) {
            blocks.stream()
                    .filter(block -> block.contains("public final class " + type + " "))
                    .forEach(block -> units.add("package recipe;\n" + imports + block));
        }
        return units;
    }

    private static List<Source> sources(String page) throws IOException, URISyntaxException {
        String imports = imports();
        var all = new ArrayList<Source>();
        all.add(LOG);
        all.addAll(companions(page, imports));
        for (String block : javaBlocks(page)) {
            if (!TYPE.matcher(block).find()) {
                String name = "Statements" + all.size();
                all.add(new Source(
                        name,
                        "%s class %s { void run(Switch sw, PacketInContext in) { %s } }"
                                .formatted(imports, name, block)));
            } else if (PACKAGE.matcher(block).find()) {
                all.add(Source.of(block));
            } else {
                all.add(Source.of(imports + block));
            }
        }
        return all;
    }

    private static String imports() throws IOException, URISyntaxException {
        Set<String> packages = new TreeSet<>();
        for (Class<?> type : MODULES) {
            Path location = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(location)) {
                packages.addAll(packages(location));
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(location)) {
                    packages.addAll(packages(jar.getPath("/")));
                }
            }
        }
        return packages.stream().map("import %s.*;\n"::formatted).collect(Collectors.joining()) + OTHER_IMPORTS;
    }

    private static Set<String> packages(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.startsWith("net") && name.endsWith(".class"))
                    .map(name -> name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                    .collect(Collectors.toSet());
        }
    }

    /**
     * Of applications.md there are Talkers 1, Hub 1, SimpleSwitch 2, Firewall 2, FlowCount 2, and of the recipes 6; of
     * tutorial.md MySwitch 1 and MyFirewall 1; of store.md Firewall 1.
     */
    @ParameterizedTest
    @CsvSource({"applications.md, 14", "tutorial.md, 2", "store.md, 1"})
    void theCodeCompilesAndItsTestsPass(String page, int tests) throws Exception {
        List<Source> sources = sources(page);
        Sources.compile(sources, Bundles.classPath(), classes);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (var loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            thread.setContextClassLoader(loader);
            var listener = new SummaryGeneratingListener();
            Launcher launcher = LauncherFactory.create();
            var request = LauncherDiscoveryRequestBuilder.request();
            for (Source source : sources) {
                if (source.name().endsWith("Test")) {
                    request.selectors(selectClass(loader, source.name()));
                }
            }
            launcher.execute(request.build(), listener);
            TestExecutionSummary summary = listener.getSummary();
            assertThat(summary.getFailures())
                    .extracting(failure -> failure.getTestIdentifier().getDisplayName() + ": " + failure.getException())
                    .isEmpty();
            assertThat(summary.getTestsSucceededCount()).isEqualTo(tests);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void theLearningSwitchIsTheOneOfTheSources() throws Exception {
        Path source =
                ROOT.resolve("apps/simpleswitch/src/main/java/net/beaconcontroller/simpleswitch/SimpleSwitch.java");
        String code = Files.readString(source);
        assertThat(javaBlocks("applications.md")).contains(code);
        assertThat(Files.readString(TEMPLATES.resolve("learningswitch/Main.java")))
                .isEqualTo(code.replace("package net.beaconcontroller.simpleswitch;", "package @package@;")
                        .replace("SimpleSwitch", "@class@")
                        .replace("\"simpleswitch\"", "\"@name@\""));
    }

    @Test
    void theHubOfTheReadmeAndOfTheTutorialIsTheOneThatAppNewWrites() throws Exception {
        String source = Files.readString(TEMPLATES.resolve("hub/Main.java"));
        String code = "```java\n" + source.substring(source.indexOf("@Component\n")) + "```";
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains(code.replace("@class@", "MyApp"));
        assertThat(Files.readString(ROOT.resolve("docs/tutorial.md"))).contains(code.replace("@class@", "MyHub"));
    }

    @Test
    void thePomOfNewProjectsHasTheVersionsOfThisProject() throws Exception {
        String template = Files.readString(TEMPLATES.resolve("pom.xml"))
                + Files.readString(TEMPLATES.resolve("rest/dependencies.xml"));
        String project = Files.readString(ROOT.resolve("pom.xml"));
        Matcher plugins =
                Pattern.compile("<artifactId>([a-z-]+-plugin)</artifactId>").matcher(template);
        while (plugins.find()) {
            String plugin = plugins.group(1);
            assertThat(versionOf(plugin, template)).as(plugin).isEqualTo(versionOf(plugin, project));
        }
        for (String artifact :
                List.of("org.osgi.service.component.annotations", "jakarta.ws.rs-api", "junit-jupiter")) {
            assertThat(versionOf(artifact, template)).as(artifact).isEqualTo(versionOf(artifact, project));
        }
    }

    /** Returns the version of an artifact, or of the property that it names. */
    private static String versionOf(String artifact, String pom) {
        String version = group("<artifactId>%s</artifactId>\\s*<version>([^<]+)</version>", artifact, pom);
        return version.startsWith("${")
                ? group("<%s>([^<]+)<", version.substring(2, version.length() - 1), pom)
                : version;
    }

    private static String group(String regex, String name, String text) {
        Matcher matcher = Pattern.compile(regex.formatted(Pattern.quote(name))).matcher(text);
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1);
    }
}

package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
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
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.routing.RoutingEngine;
import net.beaconcontroller.simpleswitch.SimpleSwitch;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.topology.Topology;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/**
 * The code in docs/applications.md: all Java blocks are compiled, and the tests among them run. A block with a class is
 * a compilation unit; without a package declaration, the imports are added. Any other block is a sequence of
 * statements.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentationTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolveSibling(".")
            .normalize();
    private static final Pattern BLOCK = Pattern.compile("```(java|xml)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    /** One class of each module whose packages are imported. */
    private static final List<Class<?>> MODULES = List.of(
            Switch.class,
            MacAddress.class,
            FlowMod.class,
            Ethernet.class,
            TestSwitch.class,
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
            import org.junit.jupiter.api.Test;
            import org.osgi.service.component.annotations.*;
            import static documentation.Log.LOG;
            """;

    private record Source(String name, String text) {
        JavaFileObject asFile() {
            return new SimpleJavaFileObject(
                    URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }
            };
        }
    }

    @TempDir
    private Path classes;

    private String page;
    private List<Source> sources;

    @BeforeAll
    void readPage() throws Exception {
        page = Files.readString(ROOT.resolve("docs/applications.md"));
        sources = sources(imports());
    }

    private Stream<String> blocks(String language) {
        return BLOCK.matcher(page)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2));
    }

    private List<Source> sources(String imports) throws IOException {
        var all = new ArrayList<Source>();
        all.add(new Source(
                "documentation.Log",
                "package documentation; public class Log { public static final System.Logger LOG = "
                        + "System.getLogger(\"docs\"); }"));
        all.add(new Source(
                "RecipesTest",
                imports + Files.readString(ROOT.resolve("runtime/src/test/resources/documentation/RecipesTest.java"))));
        for (String block : blocks("java").toList()) {
            Matcher type = TYPE.matcher(block);
            Matcher packageName = PACKAGE.matcher(block);
            if (!type.find()) {
                String name = "Statements" + all.size();
                all.add(new Source(
                        name,
                        "%s class %s { void run(Switch sw, PacketInContext in) { %s } }"
                                .formatted(imports, name, block)));
            } else if (packageName.find()) {
                all.add(new Source(packageName.group(1) + "." + type.group(1), block));
            } else {
                all.add(new Source(type.group(1), imports + block));
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

    private void compile() throws IOException {
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        boolean compiled = compiler.getTask(
                        null,
                        null,
                        diagnostics,
                        List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-parameters"),
                        null,
                        sources.stream().map(Source::asFile).toList())
                .call();
        assertThat(diagnostics.getDiagnostics())
                .filteredOn(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
        assertThat(compiled).isTrue();
    }

    @Test
    void theCodeCompilesAndItsTestsPass() throws Exception {
        compile();
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
            // of the page: Talkers 1, Hub 1, SimpleSwitch 2, Firewall 2, FlowCount 2; of the recipes 4
            assertThat(summary.getTestsSucceededCount()).isEqualTo(12);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void theLearningSwitchIsTheOneOfTheSources() throws Exception {
        Path source =
                ROOT.resolve("apps/simpleswitch/src/main/java/net/beaconcontroller/simpleswitch/SimpleSwitch.java");
        assertThat(blocks("java")).contains(Files.readString(source));
    }

    @Test
    void theHubOfTheReadmeIsTheOneOfTheSources() throws Exception {
        String source = Files.readString(ROOT.resolve("apps/hub/src/main/java/net/beaconcontroller/hub/Hub.java"));
        assertThat(Files.readString(ROOT.resolve("README.md")))
                .contains("```java\n" + source.substring(source.indexOf("@Component\n")) + "```");
    }

    @Test
    void theSamplePomHasTheVersionsOfTheProject() throws Exception {
        String sample = blocks("xml").findFirst().orElseThrow();
        var factory = DocumentBuilderFactory.newInstance();
        Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(sample)));
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("project");
        String project = Files.readString(ROOT.resolve("pom.xml"));
        for (String plugin : List.of("maven-surefire-plugin", "maven-compiler-plugin", "bnd-maven-plugin")) {
            assertThat(versionOf(plugin, sample)).as(plugin).isEqualTo(versionOf(plugin, project));
        }
        assertThat(versionOf("org.osgi.service.component.annotations", sample))
                .isEqualTo(versionOf("org.osgi.service.component.annotations", project));
        assertThat(project).contains("<junit.version>%s</junit.version>".formatted(versionOf("junit-jupiter", sample)));
    }

    private static String versionOf(String artifact, String pom) {
        Matcher matcher = Pattern.compile(
                        "<artifactId>%s</artifactId>\\s*<version>([^<]+)</version>".formatted(Pattern.quote(artifact)))
                .matcher(pom);
        assertThat(matcher.find()).as(artifact).isTrue();
        return matcher.group(1);
    }
}

package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher script: selection of the JDK, builds, and error messages. Runs the shipped script in a temporary
 * checkout with fake JDKs and a fake Maven that record their calls.
 */
@DisabledOnOs(OS.WINDOWS)
@Isolated("a script cannot be run while it is open in a process that another test started as it was written")
class LauncherTest {
    private static final Path LAUNCHER = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolve("../../beacon")
            .normalize();
    /** The programs that the launcher calls. */
    static final List<String> TOOLS = List.of(
            "cat",
            "cksum",
            "date",
            "dirname",
            "env",
            "find",
            "grep",
            "head",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "tee",
            "touch");

    private static final String PRINT_FOLDER = "dirname \"$(dirname \"$0\")\"";
    private static final String PRINT_ARGUMENTS = "printf '%s\\n' \"CLASSPATH=$CLASSPATH\" \"$@\"";
    private static final String MAIN = "net.beaconcontroller.cli.Main";
    private static final String CACHING = "beacon: caching loaded classes";
    private static final Duration HOUR = Duration.ofHours(1);

    private final Instant now = Instant.now();
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path temporary;

    private Path folder;
    private Path checkout;
    private Path path;
    private Path jdks;
    private Path source;
    private Path image;
    private Path built;

    private record Outcome(int exitCode, List<String> out, String err) {
        /** Returns the folder of the JDK that ran. */
        String jdk() {
            return ran().getFirst();
        }

        /** Returns the arguments. */
        List<String> words() {
            return ran().subList(1, out.size());
        }

        private List<String> ran() {
            assertThat(out).as(err).isNotEmpty();
            return out;
        }
    }

    /** Creates an up-to-date checkout with one suitable JDK and no Maven. */
    @BeforeEach
    void makeCheckout() throws IOException {
        // The launcher resolves symbolic links.
        folder = temporary.toRealPath();
        checkout = folder.resolve("checkout");
        path = Files.createDirectory(folder.resolve("path"));
        for (String tool : TOOLS) {
            makeScript(path.resolve(tool), "exec '%s' \"$@\"".formatted(find(tool)));
        }
        jdks = Files.createDirectory(folder.resolve("jdks"));
        makeJdk(jdks.resolve("right"), "25.0.1");
        environment.put("PATH", path.toString());
        environment.put("HOME", folder.resolve("nobody").toString());
        environment.put("BEACON_JDKS", jdks.toString());
        makeCheckout(checkout);
    }

    private void makeCheckout(Path root) throws IOException {
        source = root.resolve("core/src/main/java/Switch.java");
        image = root.resolve("dist/target/beacon");
        built = image.resolve("built");
        for (Path file : List.of(root.resolve("pom.xml"), source, built, image.resolve("lib/core.jar"))) {
            Files.createDirectories(file.getParent());
            Files.createFile(file);
        }
        Files.writeString(root.resolve("pom.xml"), """
                <modules>
                  <module>core</module>
                  <module>runtime</module>
                  <module>api</module>
                  <module>apps</module>
                </modules>
                """);
        Files.copy(LAUNCHER, root.resolve("beacon"), StandardCopyOption.COPY_ATTRIBUTES);
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                setAge(file, HOUR.multipliedBy(2));
            }
        }
        setAge(built, HOUR);
    }

    // ---- Which JDK

    @Test
    void namesPackagesWhenThereIsNoJdk() throws IOException {
        environment.put("BEACON_JDKS", folder.toString());
        assertTellsToInstallAJdk(launch());
    }

    @Test
    void namesPackagesWhenEveryJdkIsTooOld() throws IOException {
        environment.put("JAVA_HOME", makeJdk(folder.resolve("17"), "17.0.15").toString());
        Files.createSymbolicLink(
                path.resolve("java"), makeJdk(folder.resolve("8"), "1.8.0_452").resolve("bin/java"));
        environment.put(
                "BEACON_JDKS", Files.createDirectory(folder.resolve("old")).toString());
        makeJdk(folder.resolve("old/24"), "24.0.2");
        assertTellsToInstallAJdk(launch());
    }

    private static void assertTellsToInstallAJdk(Outcome outcome) {
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("needs a JDK of version 25 or later")
                .contains("apt install openjdk-25-jdk", "dnf install java-25-openjdk-devel", "brew install openjdk")
                .contains("set JAVA_HOME");
        assertThat(outcome.err().lines()).allMatch(line -> line.startsWith("beacon: "));
    }

    @Test
    void ignoresAJavaHomeThatIsTooOld() throws IOException {
        environment.put("JAVA_HOME", makeJdk(folder.resolve("17"), "17.0.15").toString());
        assertThat(launch().jdk()).isEqualTo(jdks.resolve("right").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/nowhere", "relative"})
    void ignoresAnInvalidJavaHome(String javaHome) throws IOException {
        environment.put("JAVA_HOME", javaHome);
        assertThat(launch().jdk()).isEqualTo(jdks.resolve("right").toString());
    }

    @Test
    void prefersJavaHomeThenThePathThenTheUsualFolders() throws IOException {
        Path onPath = makeJdk(folder.resolve("on path"), "26");
        Path inJavaHome = makeJdk(folder.resolve("in java home"), "25-ea");
        assertThat(launch().jdk()).isEqualTo(jdks.resolve("right").toString());
        Files.createSymbolicLink(path.resolve("java"), onPath.resolve("bin/java"));
        assertThat(launch().jdk()).isEqualTo(onPath.toString());
        environment.put("JAVA_HOME", inJavaHome.toString());
        assertThat(launch().jdk()).isEqualTo(inJavaHome.toString());
    }

    @Test
    void runsOnAJreWhenTheBuildIsUpToDate() throws IOException {
        Path runtime = makeJdk(folder.resolve("jre"), "25");
        Files.delete(runtime.resolve("bin/javac"));
        environment.put("JAVA_HOME", runtime.toString());
        assertThat(launch().jdk()).isEqualTo(runtime.toString());
    }

    @Test
    void buildsOnlyWithAJdk() throws IOException {
        Path runtime = makeJdk(folder.resolve("jre"), "25");
        Files.delete(runtime.resolve("bin/javac"));
        environment.put("JAVA_HOME", runtime.toString());
        Path calls = makeMaven();
        Files.delete(built);
        launch();
        assertThat(calls).content().contains("JAVA_HOME=" + jdks.resolve("right"));
    }

    @Test
    void needsNoHomeFolder() throws IOException {
        environment.remove("HOME");
        environment.remove("BEACON_JDKS");
        environment.put("JAVA_HOME", jdks.resolve("right").toString());
        assertThat(launch().jdk()).isEqualTo(jdks.resolve("right").toString());
    }

    // ---- How it is called

    @Test
    void runsThroughSymbolicLinksAndFromAnotherFolder() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), checkout.resolve("beacon"));
        Path relative = Files.createSymbolicLink(path.resolve("beacon"), Path.of("../link"));
        for (Path called : List.of(checkout.resolve("beacon"), link, relative)) {
            assertThat(launchAs(folder, called.toString()).words())
                    .contains("-Dbeacon.home=" + checkout.resolve("dist/target/beacon"));
        }
        assertThat(launchAs(checkout, "./beacon").words()).contains(MAIN);
        assertThat(launchAs(folder, "checkout/beacon").words()).contains(MAIN);
        assertThat(launchAs(checkout, "/bin/sh", "beacon").words()).contains(MAIN);
    }

    /** Also in folders that the search for sources knows by name. */
    @ParameterizedTest
    @ValueSource(strings = {"check out", "target", "src/main/beacon", "src/test", "[a]*"})
    void runsAndRebuildsInACheckoutOfAnyName(String name) throws IOException {
        Path root = folder.resolve("x").resolve(name);
        makeCheckout(root);
        Path calls = makeMaven();
        List<String> words = launchAs(folder, root.resolve("beacon").toString()).words();
        assertThat(words).containsSubsequence("CLASSPATH=" + image + "/lib/core.jar", "-Dbeacon.home=" + image, MAIN);
        assertThat(calls).doesNotExist();
        setAge(source, Duration.ZERO);
        launchAs(folder, root.resolve("beacon").toString());
        assertThat(calls).content().startsWith(root + ": ");
    }

    @Test
    void passesArgumentsUnchanged() throws IOException {
        List<String> words =
                launch("run", "--apps", "my app.jar", "", "*", "-D", "a=$b").words();
        assertThat(words.subList(words.indexOf(MAIN) + 1, words.size()))
                .containsExactly("run", "--apps", "my app.jar", "", "*", "-D", "a=$b");
    }

    @Test
    void exitsWithTheExitCodeOfTheCommand() throws IOException {
        makeScript(jdks.resolve("right/bin/java"), "exit 2");
        assertThat(launch("confg").exitCode()).isEqualTo(2);
    }

    @Test
    void passesOptionsOnToJava() throws IOException {
        environment.put("BEACON_JAVA_OPTS", "-Xmx1g -Dx=y");
        assertThat(launch().words())
                .containsSubsequence("-Xmx1g", "-Dx=y", MAIN)
                .contains("-XX:+UseSerialGC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BEACON_JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"})
    void keepsTheRequestedGarbageCollector(String variable) throws IOException {
        environment.put(variable, "-Xmx1g -XX:+UseZGC");
        assertThat(launch().words()).contains(MAIN).doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void usesTheFirstCompilerAloneForCommandsThatEndSoonOrMostlyWait() throws IOException {
        String option = "-XX:TieredStopAtLevel=1";
        for (String command :
                List.of("", "status", "app list", "flows list", "top", "config get io.loops", "--version")) {
            assertThat(launch(command.split(" ")).words()).as(command).contains(option);
        }
        for (String command :
                List.of("run", "app run", "bench throughput", "probe robustness", "decode -", "emulate ring,4")) {
            assertThat(launch(command.split(" ")).words()).as(command).doesNotContain(option);
        }
    }

    @Test
    void letsADebuggerConnectToACommandThatRunsTheController() throws IOException {
        String option = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:";
        assertThat(launch("run", "--debug", "--apps", "hub").words()).contains(option + 5005, "--debug");
        assertThat(launch("run", "--debug=5006").words()).contains(option + 5006, "--debug=5006");
        assertThat(launch("app", "run", "--apps", "5007", "--debug", "5008").words())
                .contains(option + 5008);
        for (String command : List.of("run", "run --debug=x", "log debug", "bench throughput --debug")) {
            assertThat(launch(command.split(" ")).words()).as(command).noneMatch(word -> word.startsWith("-agentlib"));
        }
    }

    // ---- The AOT cache

    @Test
    void startsWithTheCacheThatTheFirstStartMakes() throws IOException {
        Outcome first = launch();
        assertThat(first.err()).startsWith(CACHING);
        assertThat(cachesUsed(first)).singleElement().satisfies(cache -> assertThat(cache)
                .content()
                .contains("CLASSPATH=" + image + "/lib/core.jar\n", MAIN + "\nconfig\n"));
        Outcome second = launch();
        assertThat(second.err()).isEmpty();
        assertThat(second.words()).isEqualTo(first.words());
    }

    @Test
    void makesTheCacheWithTheOptionsOfTheStart() throws IOException {
        Outcome outcome = launch("run");
        List<String> options = outcome.words().stream()
                .takeWhile(option -> !option.startsWith("-XX:AOTCache="))
                .toList();
        assertThat(options).isNotEmpty();
        assertThat(cachesUsed(outcome)).singleElement().satisfies(cache -> assertThat(Files.readAllLines(cache))
                .startsWith(options.toArray(String[]::new)));
    }

    @Test
    void makesTheCacheWithoutTheSettingsOfTheEnvironment() throws IOException {
        environment.put("BEACON_APPS", "nothing");
        assertThat(cachesUsed(launch()))
                .singleElement()
                .satisfies(cache -> assertThat(cache).content().doesNotContain("BEACON_APPS"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"built", "lib/core.jar"})
    void replacesTheCacheWhenTheImageIsNewer(String file) throws IOException {
        Path cache = cachesUsed(launch()).getFirst();
        Files.writeString(cache, "old");
        setAge(cache, HOUR.dividedBy(2));
        setAge(image.resolve(file), Duration.ZERO);
        assertThat(launch().err()).startsWith(CACHING);
        assertThat(cache).content().doesNotContain("old");
    }

    @Test
    void replacesTheCacheOfAnotherJdk() throws IOException {
        Path cache = cachesUsed(launch()).getFirst();
        environment.put("JAVA_HOME", makeJdk(folder.resolve("other"), "25.0.2").toString());
        Outcome outcome = launch();
        assertThat(outcome.err()).startsWith(CACHING);
        assertThat(cachesUsed(outcome)).hasSize(1).doesNotContain(cache);
        assertThat(cache).doesNotExist();
    }

    @Test
    void triesOnceWhetherAJdkMakesACache() throws IOException {
        makeScript(jdks.resolve("right/bin/java"), PRINT_FOLDER, PRINT_ARGUMENTS);
        assertThat(launch().err()).startsWith(CACHING);
        Outcome second = launch();
        assertThat(second.err()).isEmpty();
        assertThat(second.words()).contains(MAIN);
        assertThat(cachesUsed(second)).isEmpty();
    }

    @Test
    void doesNotWaitForTheCacheThatAnotherStartMakes() throws IOException {
        Path caching = Files.createFile(image.resolve("caching"));
        Outcome outcome = launch();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.words()).contains(MAIN);
        assertThat(cachesUsed(outcome)).isEmpty();
        // as one that was killed leaves it
        setAge(caching, HOUR);
        assertThat(launch().err()).startsWith(CACHING);
        assertThat(caching).doesNotExist();
    }

    @Test
    void usesNoCacheInAReadOnlyImage() throws IOException {
        Files.setPosixFilePermissions(image, PosixFilePermissions.fromString("r-xr-xr-x"));
        assumeThat(Files.isWritable(image)).as("root may write anywhere").isFalse();
        Outcome outcome = launch();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.words()).contains(MAIN);
        assertThat(cachesUsed(outcome)).isEmpty();
    }

    /** The JVM rejects a cache that does not fit its options, and some options together with a cache. */
    @ParameterizedTest
    @ValueSource(strings = {"BEACON_JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"})
    void usesNoCacheWithOptionsOfTheUser(String variable) throws IOException {
        launch();
        environment.put(variable, "-Xshare:off");
        Outcome outcome = launch();
        assertThat(outcome.err()).isEmpty();
        assertThat(cachesUsed(outcome)).isEmpty();
    }

    private static List<Path> cachesUsed(Outcome outcome) {
        return outcome.words().stream()
                .filter(word -> word.startsWith("-XX:AOTCache="))
                .map(word -> Path.of(word.substring(word.indexOf('=') + 1)))
                .toList();
    }

    // ---- When it builds

    @Test
    void doesNotRebuildWhenUpToDate() throws IOException {
        Path calls = makeMaven();
        launch();
        Outcome outcome = launch();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(calls).doesNotExist();
    }

    @Test
    void buildsForTheFirstTimeAndRuns() throws IOException {
        Path calls = makeMaven();
        Files.delete(built);
        Outcome outcome = launch();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.words()).contains(MAIN);
        assertThat(outcome.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("beacon: building for the first time"),
                        line -> assertThat(line).matches("beacon: built in \\d+ s"),
                        line -> assertThat(line).startsWith(CACHING));
        assertThat(calls)
                .content()
                .startsWith(checkout + ": ")
                .contains("JAVA_HOME=" + jdks.resolve("right"), " -pl dist -am ", " package");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core/src/main/java/Switch.java",
                "runtime/src/main/resources/beacon.properties",
                "pom.xml",
                "apps/hub/pom.xml",
                "api/bnd.bnd",
            })
    void rebuildsWhenASourceIsNewer(String file) throws IOException {
        Path calls = makeMaven();
        Path changed = checkout.resolve(file);
        Files.createDirectories(changed.getParent());
        Files.write(changed, List.of());
        Outcome outcome = launch();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).startsWith("beacon: building, because sources are newer than the build");
        assertThat(calls).content().hasLineCount(1);
        assertThat(outcome.words()).contains(MAIN);
    }

    @Test
    void rebuildsWhenASourceIsRenamed() throws IOException {
        Path calls = makeMaven();
        // Renaming does not change the modification time.
        Files.move(source, source.resolveSibling("Datapath.java"));
        launch();
        assertThat(calls).content().hasLineCount(1);
    }

    @Test
    void rebuildsWhenASourceIsDeleted() throws IOException {
        Path calls = makeMaven();
        Files.delete(source);
        launch();
        launch();
        assertThat(calls).content().hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core/src/test/java/SwitchTest.java",
                "my-app/src/main/java/MyApp.java",
                "my-app/pom.xml",
                "core/target/src/main/Generated.java",
                ".git/src/main/x",
                "docs/index.md",
            })
    void ignoresChangesOfOtherFiles(String file) throws IOException {
        Path calls = makeMaven();
        Path changed = checkout.resolve(file);
        Files.createDirectories(changed.getParent());
        Files.write(changed, List.of());
        assertThat(launch().words()).contains(MAIN);
        assertThat(calls).doesNotExist();
    }

    @Test
    void namesPackagesWhenThereIsNoMaven() throws IOException {
        Files.delete(built);
        Outcome outcome = launch();
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("Maven 3.8 or later", "PATH has no mvn")
                .contains("apt install maven", "dnf install maven", "brew install maven");
    }

    @Test
    void showsTheOutputOfABuildThatFailsAndDoesNotRun() throws IOException {
        makeScript(path.resolve("mvn"), "echo '[ERROR] Switch.java:[7,1] no such symbol'", "echo warned >&2", "exit 1");
        setAge(source, Duration.ZERO);
        Outcome outcome = launch();
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .endsWith(
                        "[ERROR] Switch.java:[7,1] no such symbol",
                        "warned",
                        "beacon: the build failed: see above, and " + checkout.resolve("dist/target/build.log"));
    }

    @Test
    void aCopyOutsideOfACheckoutReportsTheMissingSources() throws IOException {
        makeMaven();
        Path copy = Files.copy(LAUNCHER, path.resolve("beacon"), StandardCopyOption.COPY_ATTRIBUTES);
        Outcome outcome = launchAs(folder, copy.toString());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().strip())
                .isEqualTo("beacon: finds neither a build nor the sources of one in %s; make a link to it, not a copy."
                        .formatted(path));
    }

    // ---- Pieces of the scene

    static Path find(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, tool))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Creates a JDK that prints its folder and its arguments, one per line. An AOT cache of this JDK contains the
     * arguments and the environment.
     */
    private static Path makeJdk(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"None\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
        makeScript(
                home.resolve("bin/java"),
                "for word; do case \"$word\" in -XX:AOTCacheOutput=*)",
                "    { %s; '%s'; } >\"${word#*=}\"".formatted(PRINT_ARGUMENTS, find("env")),
                "    exit",
                "esac done",
                PRINT_FOLDER,
                PRINT_ARGUMENTS);
        makeScript(home.resolve("bin/javac"));
        return home;
    }

    /** Creates a Maven that builds and records each call as a line of the returned file. */
    private Path makeMaven() throws IOException {
        Path calls = folder.resolve("calls");
        makeScript(
                path.resolve("mvn"),
                "echo \"$PWD: JAVA_HOME=$JAVA_HOME mvn $*\" >>'%s'".formatted(calls),
                "mkdir -p dist/target/beacon",
                "touch dist/target/beacon/built");
        return calls;
    }

    private static void makeScript(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void setAge(Path file, Duration age) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(now.minus(age)));
    }

    private Outcome launch(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(checkout.resolve("beacon").toString()));
        command.addAll(List.of(arguments));
        return launchAs(folder, command.toArray(String[]::new));
    }

    private Outcome launchAs(Path current, String... command) throws IOException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        var builder = new ProcessBuilder(command)
                .directory(current.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            int exitCode = builder.start().waitFor();
            return new Outcome(exitCode, Files.readAllLines(out), Files.readString(err));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The files of the Debian packages, unpacked into a folder: on a machine without a JDK and Maven, as far as a PATH
 * without them is one. {@code dist/try} installs the packages in a system of its own.
 */
@NeedsDebian
class PackageTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolve("../..")
            .normalize();

    @TempDir
    private static Path folder;

    private static Path system;
    private static Path path;

    @BeforeAll
    static void unpack() throws Exception {
        Path packages = folder.resolve("packages");
        run(ROOT.resolve("dist/package").toString(), "--out", packages.toString(), "--any-jdk", "--fast", "deb");
        system = folder.resolve("system");
        run("dpkg-deb", "-x", onlyOne(packages, "beacon_*.deb").toString(), system.toString());
        path = Files.createDirectory(folder.resolve("path"));
        for (String tool : LauncherTest.TOOLS) {
            Files.createSymbolicLink(path.resolve(tool), LauncherTest.find(tool));
        }
        Files.createSymbolicLink(path.resolve("sh"), LauncherTest.find("sh"));
    }

    @Test
    void theControllerServesANetworkWithoutAJdkOnTheMachine() throws Exception {
        Path output = folder.resolve("network");
        Process process = command(
                        "", "run --emulate ring,4 -D controller.listen=127.0.0.1:0 -D http.listen=127.0.0.1:0")
                .redirectOutput(output.toFile())
                .start();
        try (var network = new ProjectLab.Session(process, output)) {
            network.await("4 switches, 4 links, 4 edges; discovered in");
            network.enter("pingall");
            network.await("12 of 12 pings answered");
        }
        assertThat(beacon("", "doctor -D controller.listen=127.0.0.1:0 -D http.listen=127.0.0.1:0"))
                .contains(" on Java 25", system + "/usr/lib/beacon/runtime");
    }

    /** With this option, the JVM does not start if it refuses the cache. */
    @Test
    void theJvmTakesTheCacheOfTheClassesWithEachSetOfPackages() throws Exception {
        beacon("", "--version");
        Path home = system.resolve("usr/lib/beacon");
        Path java = home.resolve("runtime/bin/java");
        Path original = Files.move(java, java.resolveSibling("java-original"));
        try {
            Files.writeString(java, "#!/bin/sh\nexec '%s' -XX:AOTMode=on \"$@\"\n".formatted(original));
            Files.setPosixFilePermissions(java, Files.getPosixFilePermissions(original));
            assertThat(beacon("", "--version")).startsWith("Beacon ");
            Files.createDirectory(home.resolve("tools"));
            Files.copy(
                    onlyOne(ROOT.resolve("dist/target/beacon/tools"), "decode-*.jar"),
                    home.resolve("tools/decode.jar"));
            assertThat(beacon("", "decode 0100000800000001")).contains("hello");
        } finally {
            Files.deleteIfExists(home.resolve("tools/decode.jar"));
            Files.move(original, java, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Test
    void theCommandsOfToolsNameTheirPackage() throws Exception {
        assertThat(beacon("", "bench throughput || true"))
                .contains("bench is a command of the package beacon-tools, which is not installed");
    }

    @Test
    void theCommandsOfProjectsNameThePackagesThatTheyNeed() throws Exception {
        for (String command : List.of("app new my-app", "app run")) {
            assertThat(beacon("cd '%s' && ! ".formatted(folder), command))
                    .contains(command.substring(0, 7) + " needs a JDK of version 25 or later, and Maven")
                    .contains("apt install openjdk-25-jdk maven");
        }
    }

    @Test
    void theCommandsOfProjectsWorkWhereAJdkAndMavenAre() throws Exception {
        String path = System.getenv("PATH");
        String command = "PATH='%s' JAVA_HOME='%s'".formatted(path, System.getProperty("java.home"));
        Path project = folder.resolve("my-app");
        beacon("cd '%s' && %s".formatted(folder, command), "app new my-app");
        assertThat(project.resolve("pom.xml")).exists();
        String repository = System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository");
        assertThat(beacon(
                        "cd '%s' && export MAVEN_OPTS=-Dmaven.repo.local='%s' && echo pingall | %s"
                                .formatted(project, repository, command),
                        "app run --emulate linear,2 -D controller.listen=127.0.0.1:0 -D http.listen=off"))
                .contains("2 of 2 pings answered");
    }

    @Test
    void theManualPagesHaveNoErrors() throws Exception {
        List<Path> pages = files(system.resolve("usr/share/man"), "*.gz");
        assertThat(pages).hasSizeGreaterThan(20);
        for (Path page : pages) {
            assertThat(run("sh", "-c", "man --warnings -l \"$0\" 2>&1 >/dev/null", page.toString()))
                    .as(page.toString())
                    .isEmpty();
        }
    }

    @Test
    void theComposeFileRunsTheImageOfThisVersionWithAPrometheusThatReadsIt() throws Exception {
        Path monitoring = system.resolve("usr/lib/beacon/monitoring");
        var yaml = new YAMLMapper();
        JsonNode services =
                yaml.readTree(monitoring.resolve("compose.yaml").toFile()).at("/services");
        String version = beacon("", "--version").strip().replace("Beacon ", "");
        assertThat(services.at("/beacon/image").asString()).isEqualTo("beacon:" + version);
        assertThat(services.at("/beacon/read_only").asBoolean()).isTrue();
        Path mounted = monitoring.resolve(
                services.at("/prometheus/volumes/0").asString().replaceFirst(":.*", ""));
        JsonNode scraped = yaml.readTree(mounted.toFile()).at("/scrape_configs/0/static_configs/0/targets/0");
        assertThat(services.at("/prometheus/network_mode").asString()).isEqualTo("service:beacon");
        assertThat(scraped.asString()).isEqualTo("127.0.0.1:8080");
        assertThat(services.at("/beacon/ports").toString()).contains("127.0.0.1:8080:8080", "127.0.0.1:9090:9090");
    }

    @Test
    void theServiceHasFewRights() throws Exception {
        assertThat(run(
                        "systemd-analyze",
                        "security",
                        "--offline=yes",
                        "--threshold=20",
                        "--root=" + system,
                        "beacon.service"))
                .contains("Overall exposure level for beacon.service: 1.");
    }

    @Test
    void theServiceStartsOnLoopbackWithTheSettingsOfThePackage() throws Exception {
        assertThat(beacon("", "config --config '%s'".formatted(system.resolve("etc/beacon/beacon.conf"))))
                .containsPattern("controller.listen +127.0.0.1:6653")
                .containsPattern("log.format +journal");
    }

    /** Runs the installed command in a shell. */
    private static String beacon(String before, String arguments) throws Exception {
        return run(command(before, arguments));
    }

    private static ProcessBuilder command(String before, String arguments) {
        return new ProcessBuilder(
                        "env",
                        "-i",
                        "PATH=" + path,
                        "HOME=" + folder,
                        "BEACON_DATA_FOLDER=none",
                        "sh",
                        "-c",
                        "%s '%s/usr/bin/beacon' %s".formatted(before, system, arguments))
                .redirectErrorStream(true);
    }

    private static Path onlyOne(Path within, String glob) throws IOException {
        List<Path> files = files(within, glob);
        assertThat(files).hasSize(1);
        return files.getFirst();
    }

    private static List<Path> files(Path within, String glob) throws IOException {
        var matcher = within.getFileSystem().getPathMatcher("glob:" + glob);
        try (Stream<Path> files = Files.walk(within)) {
            return files.filter(file -> matcher.matches(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        return run(new ProcessBuilder(command).redirectErrorStream(true));
    }

    /** Runs a command that must succeed, and returns its output and errors. */
    private static String run(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as("%s: %s", String.join(" ", command.command()), output)
                .isZero();
        return output;
    }
}

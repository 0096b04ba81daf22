package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.BeaconProcess.CommandResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running controller, managed with the command line as a user would. Each test leaves it as it was. */
@Order(2)
class ManagementTest {
    @TempDir
    private static Path data;

    private static BeaconProcess beacon;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        beacon = BeaconProcess.startIn(data);
    }

    @AfterAll
    static void stop() {
        beacon.close();
    }

    private static CommandResult run(BeaconProcess beacon, Path token, String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--url", beacon.url(), "--token-file", token.toString()));
        return BeaconProcess.command(all);
    }

    private static CommandResult run(Path token, String... arguments) {
        return run(beacon, token, arguments);
    }

    /** Runs a command that succeeds, and returns its output with single spaces between the columns. */
    private static String succeed(BeaconProcess beacon, Path data, String... arguments) {
        CommandResult result = run(beacon, data.resolve("token"), arguments);
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output().replaceAll(" {2,}", " ");
    }

    private static String succeed(String... arguments) {
        return succeed(beacon, data, arguments);
    }

    private static String fail(String... arguments) {
        CommandResult result = run(data.resolve("token"), arguments);
        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
        return result.output();
    }

    /** Returns the JAR file of an application without classes. */
    private Path jar(String file, Map<String, String> headers) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Bundle-ManifestVersion", "2");
        headers.forEach(manifest.getMainAttributes()::putValue);
        Path jar = folder.resolve(file);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    @Test
    void stoppingAnApplicationAnnouncesAndNamesThoseThatWait() {
        assertThat(succeed("status")).contains("applications 6 running, 3 stopped");
        assertThat(succeed("app", "stop", "topology", "--dry-run").lines())
                .first()
                .isEqualTo("WOULD APPLICATION VERSION REASON");
        assertThat(succeed("app", "stop", "topology")).containsPattern("(?i)WAIT devices \\S+ needs service Topology");
        assertThat(succeed("app", "list")).contains("needs service Topology: application topology is stopped");
        assertThat(succeed("app", "info", "routing")).contains("state waiting");
        assertThat(succeed("app", "start", "topology")).containsIgnoringCase("RESUME routing");
        assertThat(succeed("status")).contains("applications 6 running, 3 stopped");
    }

    @Test
    void openPrintsALinkThatSignsOneBrowserIn() throws Exception {
        String link = succeed("open", "--print").strip();
        try (HttpClient browser = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(link)).build();
            HttpResponse<Void> first = browser.send(request, BodyHandlers.discarding());
            assertThat(first.statusCode()).isEqualTo(303);
            assertThat(first.headers().firstValue("Set-Cookie")).isPresent();
            assertThat(browser.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void installedApplicationsSurviveAKill() throws Exception {
        Path first = jar("a.jar", Map.of("Bundle-SymbolicName", "a", "Bundle-Version", "1", "Export-Package", "a"));
        Path second = jar("b.jar", Map.of("Bundle-SymbolicName", "a", "Bundle-Version", "2", "Export-Package", "a"));
        Path own = folder.resolve("data");
        BeaconProcess killed = BeaconProcess.startIn(own);
        assertThat(succeed(killed, own, "app", "install", first.toString())).containsIgnoringCase("START a 1.0.0");
        assertThat(succeed(killed, own, "app", "update", second.toString()))
                .containsIgnoringCase("UPDATE a 2.0.0 replaces");
        succeed(killed, own, "app", "stop", "routing");
        killed.killNow();
        try (BeaconProcess restarted = BeaconProcess.startIn(own)) {
            await().untilAsserted(() -> assertThat(
                            succeed(restarted, own, "app", "list").lines())
                    .anySatisfy(line -> assertThat(line).startsWith("a 2.0.0 running"))
                    .anySatisfy(line -> assertThat(line).matches("routing \\S+ stopped.*")));
        }
    }

    @Test
    void refusalsSayWhatIsWrong() throws Exception {
        Path hub = jar("hub.jar", Map.of("Bundle-SymbolicName", "hub"));
        assertThat(fail("app", "install", hub.toString()))
                .containsPattern("application hub \\S+ \\(built in\\) has the same name");
        Path user = jar("user.jar", Map.of("Bundle-SymbolicName", "user", "Import-Package", "a.b;version=2"));
        assertThat(fail("app", "install", user.toString()))
                .contains("cannot start application user: needs package a.b of version 2.0.0 or later, which no "
                        + "installed application exports: install an application that exports it");
        Path text = Files.writeString(folder.resolve("text.jar"), "This is text.");
        assertThat(fail("app", "install", text.toString())).contains("not a complete JAR file");
        assertThat(fail("app", "install", "missing.jar")).contains("missing.jar");
        assertThat(fail("app", "start", "nosuch"))
                .contains("application nosuch is not installed; installed are: acl, devices, hub");
        assertThat(fail("config", "set", "io.loops", "3")).contains("io.loops may not change at run time");
        assertThat(fail("log", "loud", "ROOT")).contains("loud", "debug");
        Path wrong = Files.writeString(folder.resolve("wrong"), "wrong");
        assertThat(run(wrong, "status").output()).contains("token");
        assertThat(run(folder.resolve("none"), "status").output()).contains("has no token");
        assertThat(BeaconProcess.command(
                                List.of("status", "--url", "http://127.0.0.1:1", "--token-file", wrong.toString()))
                        .output())
                .contains("no controller answers at http://127.0.0.1:1/; start one with 'beacon run'");
    }
}

package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.web.WebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** The commands that print events and rates, with a controller in this process. */
class RemoteCommandsTest {
    @TempDir
    private Path folder;

    private Beacon beacon;
    private WebServer web;

    @BeforeEach
    void start() throws IOException {
        start(0);
    }

    private void start(int httpPort) throws IOException {
        Settings settings = Settings.read(
                null,
                Map.of(
                        "data.folder",
                        folder.toString(),
                        "controller.listen",
                        "127.0.0.1:0",
                        "http.listen",
                        "127.0.0.1:" + httpPort,
                        "apps",
                        "",
                        "io.loops",
                        "1",
                        "isolation.lifecycle-time",
                        "500ms"),
                Map.of());
        beacon = Beacon.start(settings, folder.resolve("none"));
        web = WebServer.start(settings.http().listen().orElseThrow(), settings.http(), folder, beacon, List.of());
    }

    @AfterEach
    void stop() {
        web.close();
        beacon.close();
    }

    private String[] withOptions(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--url", web.url(), "--token-file", folder.resolve("token").toString()));
        return all.toArray(String[]::new);
    }

    private void publish(String text) {
        beacon.events().publish(new Event("test.event", "subject", Severity.ALARM, text, Map.of("number", 7)));
    }

    @Test
    void printsTheNewestEventsAsLines() {
        publish("one");
        publish("two \u001b[2J three\u202e");
        await().until(() -> beacon.events().newest("test.event"::equals, 10).size() == 2);
        CommandResult result = CommandResult.of(withOptions("events", "--types", "test", "--limit", "1"));
        assertThat(result.out())
                .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} alarm   test\\.event +two \\?\\[2J three\\?\\R");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void printsEventsAsJson() {
        publish("one");
        await().until(() -> beacon.events().newest("test.event"::equals, 10).size() == 1);
        CommandResult result = CommandResult.of(withOptions("events", "--types", "test", "--json"));
        assertThat(result.out()).contains("\"type\":\"test.event\"", "\"text\":\"one\"", "\"details\":{\"number\":7}");
    }

    @Test
    void refusesALimitThatIsTooLarge() {
        CommandResult.of(withOptions("events", "--limit", "10001"))
                .assertRefused("--limit 10001: needs a number from 0 to 10000", "beacon events");
    }

    @Test
    void followsTheEventsOfARestartedController() throws Exception {
        var out = new StringWriter();
        var err = new StringWriter();
        String[] arguments = withOptions("events", "--types", "test", "--follow");
        var command = new FutureTask<>(
                () -> Main.run(Map.of(), new PrintWriter(out, true), new PrintWriter(err, true), arguments));
        Thread thread = Thread.ofVirtual().start(command);
        await().until(() -> {
            publish("before");
            return out.toString().contains("before");
        });
        int port = URI.create(web.url()).getPort();
        stop();
        await().until(() -> err.toString().contains("the connection to the controller has ended"));
        start(port);
        await().until(() -> {
            publish("after");
            return out.toString().contains("after");
        });
        assertThat(err.toString()).contains("events: connected again");
        assertThat(out.toString()).contains("stream.gap");
        thread.interrupt();
        assertThat(command.get()).isZero();
    }

    /** An application that hangs when it starts, until it is interrupted. */
    public static final class HangingActivator implements BundleActivator {
        @Override
        public void start(BundleContext context) throws InterruptedException {
            new CountDownLatch(1).await();
        }

        @Override
        public void stop(BundleContext context) {}
    }

    private Path hangingApplication() throws IOException {
        var manifest = new Manifest();
        Map.of(
                        "Manifest-Version", "1.0",
                        "Bundle-ManifestVersion", "2",
                        "Bundle-SymbolicName", "hanging",
                        "Bundle-Activator", HangingActivator.class.getName(),
                        "Import-Package", "org.osgi.framework")
                .forEach(manifest.getMainAttributes()::putValue);
        Path jar = folder.resolve("hanging.jar");
        String file = HangingActivator.class.getName().replace('.', '/') + ".class";
        try (var entries = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = Objects.requireNonNull(
                        HangingActivator.class.getClassLoader().getResourceAsStream(file))) {
            entries.putNextEntry(new JarEntry(file));
            in.transferTo(entries);
        }
        return jar;
    }

    @Test
    void theStartOfAnApplicationThatHangsFails() throws IOException {
        CommandResult result = CommandResult.of(
                withOptions("app", "install", hangingApplication().toString()));
        assertThat(result.err())
                .startsWith("beacon: application hanging: start of version 0.0.0 has not returned for ")
                .contains("thread beacon-app-hanging, at ");
        assertThat(result.out()).contains("install", "start");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void printsTheRatesOfASecond() throws Exception {
        try (ScriptedSwitch _ = ScriptedSwitch.connect(beacon.address(), 1, Version.OF13)) {
            await().until(() -> beacon.controller().switchOf(1).isPresent());
            CommandResult tables = CommandResult.of(withOptions("top", "--once"));
            assertThat(tables.out()).contains("switches 1   packet-ins/s 0", "beacon-loop-0", "0000000000000001");
            CommandResult json = CommandResult.of(withOptions("top", "--json"));
            assertThat(json.out())
                    .contains("\"packetInsPerSecond\":0.0", "\"id\":\"0000000000000001\",\"loop\":\"beacon-loop-0\"");
        }
    }

    @Test
    void refusesAnUnknownOrder() {
        CommandResult.of(withOptions("top", "--sort", "colour"))
                .assertRefused("--sort colour: needs one of packet-ins, packet-outs, flow-mods, name", "beacon top");
    }

    @Test
    void changesRoles() throws Exception {
        try (ScriptedSwitch _ = ScriptedSwitch.connect(beacon.address(), 1, Version.OF13)) {
            await().until(() -> beacon.controller().switchOf(1).isPresent());
            assertThat(CommandResult.of(withOptions("role", "all", "master", "--generation", "7"))
                            .out())
                    .contains("0000000000000001  master  7              ok");
            assertThat(CommandResult.of(withOptions("role", "1", "slave", "--json"))
                            .out())
                    .contains("{\"id\":\"0000000000000001\",\"role\":\"slave\",\"generationId\":\"7\",\"error\":null}");
            assertThat(CommandResult.of(withOptions("switches")).out()).contains("0000000000000001  standby  slave");
            assertThat(CommandResult.of(withOptions("switches", "--state", "active"))
                            .out())
                    .doesNotContain("0000000000000001");
            assertThat(CommandResult.of(withOptions("status")).out()).contains("0, 1 standby");

            CommandResult stale = CommandResult.of(withOptions("role", "all", "master", "--generation", "6"));
            assertThat(stale.out()).contains("generation id 6 is stale; the current one is 7");
            assertThat(stale.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void refusesARoleOfAnUnknownSwitch() {
        CommandResult.of(withOptions("role", "s1", "master"))
                .assertRefused("SWITCH s1: needs a datapath id, 1 to 16 hexadecimal digits, or all", "beacon role");
    }
}

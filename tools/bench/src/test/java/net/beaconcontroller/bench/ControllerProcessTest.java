package net.beaconcontroller.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The start and the end of controller processes, with real processes. */
class ControllerProcessTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    @TempDir
    private Path folder;

    @Test
    void isReadyWhenItAcceptsConnectionsAndEndsWhenClosed() throws Exception {
        ProcessHandle handle;
        try (ControllerProcess controller = ControllerProcess.start(FakeController.launch("listens"))) {
            Target target = controller.target();
            new Socket(target.address().getAddress(), target.address().getPort()).close();
            handle = ProcessHandle.of(target.pid().orElseThrow()).orElseThrow();
            assertThat(handle.isAlive()).isTrue();
            assertThat(controller.end()).isEmpty();
        }
        assertEnds(handle);
    }

    @Test
    void knowsWhatBeaconReportsOfItself() throws Exception {
        try (ControllerProcess beacon = ControllerProcess.start(FakeController.launchGreeting())) {
            InetSocketAddress address = beacon.target().address();
            assertThat(address.getPort()).isPositive();
            new Socket(address.getAddress(), address.getPort()).close();
            assertThat(beacon.transport()).contains("nio");
            await().untilAsserted(() ->
                    assertThat(beacon.http()).contains(new InetSocketAddress(address.getAddress(), 8080)));
        }
    }

    @Test
    void knowsNothingThatAnotherControllerDoesNotReport() throws Exception {
        try (ControllerProcess other = ControllerProcess.start(FakeController.launch("listens"))) {
            assertThat(other.transport()).isEmpty();
            assertThat(other.http()).isEmpty();
        }
    }

    @Test
    void timesOutIfTheControllerDoesNotReportThePortThatItHasToChoose() throws Exception {
        var launch = new LaunchSpec(List.of("sleep", "60"), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        assertThatIOException()
                .isThrownBy(() -> ControllerProcess.start(launch, SHORT))
                .withMessageContaining("sleep did not print where it listens for switches within 0.5 s");
    }

    @Test
    void reportsExitCodeAndOutputOfAFailedStart() throws Exception {
        LaunchSpec launch = FakeController.launch("dies");
        assertThatIOException()
                .isThrownBy(() -> ControllerProcess.start(launch))
                .withMessageContaining("java did not start: it ended with exit code 3; it printed last:")
                .withMessageContaining("  cannot bind: no luck today");
    }

    @Test
    void timesOutIfTheControllerDoesNotListen() throws Exception {
        LaunchSpec launch = FakeController.launch("silent");
        assertThatIOException()
                .isThrownBy(() -> ControllerProcess.start(launch, SHORT))
                .withMessageContaining(
                        "java did not listen on 127.0.0.78:" + launch.address().getPort())
                .withMessageContaining("within 0.5 s");
    }

    @Test
    void keepsOnlyTheLastOutput() throws Exception {
        LaunchSpec launch = FakeController.launch("loud");
        assertThatIOException()
                .isThrownBy(() -> ControllerProcess.start(launch))
                .satisfies(e -> assertThat(e.getMessage())
                        .endsWith("x and that was all")
                        .hasSizeLessThan(3000));
    }

    @Test
    void killsAControllerThatIgnoresTheSignal() throws Exception {
        ControllerProcess controller = ControllerProcess.start(FakeController.launch("stubborn"));
        ProcessHandle handle =
                ProcessHandle.of(controller.target().pid().orElseThrow()).orElseThrow();
        controller.close(SHORT);
        assertEnds(handle);
    }

    @Test
    void stopsDescendantProcesses() throws Exception {
        ControllerProcess controller = ControllerProcess.start(FakeController.launch("parent"));
        ProcessHandle handle =
                ProcessHandle.of(controller.target().pid().orElseThrow()).orElseThrow();
        List<ProcessHandle> children = handle.children().toList();
        assertThat(children).hasSize(1);
        controller.close();
        assertEnds(handle);
        assertEnds(children.getFirst());
    }

    @Test
    void rejectsAnAddressInUse() throws Exception {
        try (var other = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            var address = new InetSocketAddress(other.getInetAddress(), other.getLocalPort());
            assertThatIOException()
                    .isThrownBy(() -> ControllerProcess.start(new LaunchSpec(List.of("true"), address)))
                    .withMessageContaining("127.0.0.1:%d is in use".formatted(address.getPort()));
        }
    }

    @Test
    void reportsAMissingProgram() {
        assertThatIOException()
                .isThrownBy(() -> ControllerProcess.start(
                        new LaunchSpec(List.of("no-such-controller"), FakeController.freeAddress())))
                .withMessageContaining("no-such-controller");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void runsOnTheGivenCpus() throws Exception {
        try (ControllerProcess controller =
                ControllerProcess.start(FakeController.launch("listens").on("0"))) {
            Path status = Path.of("/proc", "" + controller.target().pid().orElseThrow(), "status");
            assertThat(Files.readAllLines(status)).contains("Cpus_allowed_list:\t0", "Name:\tjava");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reportsAnUnknownCpu() throws Exception {
        LaunchSpec launch = FakeController.launch("listens").on("9999");
        assertThatIOException()
                .isThrownBy(() -> ControllerProcess.start(launch))
                .withMessageContaining("exit code 1")
                .withMessageContaining("taskset: ");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void runsInItsFolderWithItsEnvironment() throws IOException {
        var launch = new LaunchSpec(
                List.of("sh", "-c", "echo \"$COLOUR in $PWD\"; exit 1"),
                FakeController.freeAddress(),
                "",
                Optional.of(folder),
                Map.of("COLOUR", "green"),
                Optional.empty());
        assertThatIOException()
                .isThrownBy(() -> ControllerProcess.start(launch))
                .withMessageContaining("green in " + folder.toRealPath());
    }

    @Test
    void startsBeaconOnThisJvmAndClassPath() throws IOException {
        LaunchSpec launch = LaunchSpec.beacon(Map.of("io.loops", "2"), List.of("-Xmx1g"), Optional.empty());
        assertThat(launch.command())
                .contains("-XX:+UseSerialGC", "-Xmx1g", System.getProperty("java.class.path"))
                .containsSequence("net.beaconcontroller.cli.Main", "run", "-D", "apps=learningswitch")
                .containsSequence("-D", "controller.listen=127.0.0.1:0")
                .containsSequence("-D", "io.loops=2");
        assertThat(LaunchSpec.beacon(Map.of("apps", "hub"), List.of(), Optional.empty())
                        .command())
                .contains("apps=hub")
                .doesNotContain("apps=learningswitch");
        assertThat(LaunchSpec.beacon(Map.of(), List.of("-XX:+UseZGC"), Optional.empty())
                        .command())
                .doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void startsBeaconWithTlsOnly() throws IOException {
        Certificates certificates = Certificates.create();
        LaunchSpec launch = LaunchSpec.beacon(Map.of(), List.of(), Optional.of(certificates));
        assertThat(launch.command())
                .contains(
                        "controller.listen=off",
                        "controller.tls.listen=127.0.0.1:0",
                        "controller.tls.key=" + certificates.controller().key());
        assertThat(launch.tls()).isPresent();
    }

    private static void assertEnds(ProcessHandle handle) {
        await().until(() -> !handle.isAlive());
    }
}

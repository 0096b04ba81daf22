package net.beaconcontroller.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.io.TransportType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The setting {@code io.transport} in a JVM with and without the options that the native transport needs. */
@EnabledOnOs(
        value = OS.LINUX,
        architectures = {"amd64", "aarch64"})
class TransportSettingTest {
    @TempDir
    private Path folder;

    private Process start(List<String> jvmOptions, String transport) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "run"));
        command.addAll(List.of("-D", "io.transport=" + transport, "-D", "controller.listen=127.0.0.1:0", "--apps", ""));
        command.addAll(List.of("-D", "http.listen=off", "-D", "data.folder=none"));
        return new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private String out() throws IOException {
        return Files.readString(folder.resolve("out"), UTF_8);
    }

    /** Returns the lines of the log and the warnings of the JVM, except those that each start on a machine logs. */
    private List<String> err() throws IOException {
        return Files.readAllLines(folder.resolve("err"), UTF_8).stream()
                .filter(line -> !line.contains(" pipeline: ") && !line.contains(" OpenFiles: "))
                .toList();
    }

    /**
     * Returns {@link #err} without the warning of the JVM about the native library of SQLite, which it prints if it is
     * started without options. From then on, it has native access.
     */
    private List<String> errWithoutSqlite() throws IOException {
        List<String> lines = err();
        assertThat(lines).anyMatch(line -> line.startsWith("WARNING: ") && line.contains("org.sqlite"));
        return lines.stream()
                .filter(line -> !line.isEmpty() && !line.startsWith("WARNING: "))
                .toList();
    }

    /** Starts a controller, waits until it listens, and stops it. */
    private void run(List<String> jvmOptions, String transport) throws IOException {
        Process process = start(jvmOptions, transport);
        try {
            await().atMost(Duration.ofSeconds(50)).until(() -> out().contains("\n") || !process.isAlive());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void autoIsNativeWithTheOptions() throws Exception {
        run(TransportType.NATIVE_JVM_OPTIONS, "auto");
        assertThat(out()).contains("; transport: native;");
        assertThat(err()).isEmpty();
    }

    @Test
    void autoIsNioWithoutTheOptionsAndTheLogSaysWhyOnce() throws Exception {
        run(List.of(), "auto");
        assertThat(out()).contains("; transport: nio;");
        assertThat(errWithoutSqlite())
                .singleElement()
                .asString()
                .contains("transport: nio; native is not available: the JVM was started without --");
    }

    @Test
    void autoIsNioWithoutAccessToTheDescriptor() throws Exception {
        run(List.of("--enable-native-access=ALL-UNNAMED"), "auto");
        assertThat(out()).contains("; transport: nio;");
        assertThat(err())
                .singleElement()
                .asString()
                .endsWith("the JVM was started without --add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
    }

    @Test
    void nioNeedsNoOptionsAndLogsNothing() throws Exception {
        run(List.of(), "nio");
        assertThat(out()).contains("; transport: nio;");
        assertThat(errWithoutSqlite()).isEmpty();
    }

    @Test
    void nativeIsRejectedWithoutTheOptions() throws Exception {
        Process process = start(List.of(), "native");
        try {
            assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(out()).isEmpty();
        assertThat(err())
                .containsExactly("beacon: io.transport = native (command line): not available: the JVM was started "
                        + "without --enable-native-access=ALL-UNNAMED; needs auto or nio");
    }
}

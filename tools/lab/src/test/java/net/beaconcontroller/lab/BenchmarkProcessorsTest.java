package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.labkit.LauncherJdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The processors of the load generator and of the controller that it starts. */
@EnabledOnOs(OS.LINUX)
class BenchmarkProcessorsTest {
    private static final String ALLOWED = "Cpus_allowed_list:\t";

    /** Returns the lists of processors on which the threads of a process may run. */
    private static Set<String> processors(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc/%d/task".formatted(pid)))) {
            return threads.flatMap(BenchmarkProcessorsTest::processors).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the list of processors of a thread, and nothing of one that has ended. */
    private static Stream<String> processors(Path thread) {
        try {
            return Files.readAllLines(thread.resolve("status")).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()));
        } catch (IOException e) {
            if (Files.exists(thread)) {
                throw new UncheckedIOException(e);
            }
            return Stream.empty();
        }
    }

    @Test
    void allThreadsOfEachRunOnTheProcessorsOfItsOption() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "needs two processors");
        var builder = new ProcessBuilder(
                        ProjectLab.ROOT.resolve("beacon").toString(),
                        "bench",
                        "throughput",
                        "--load-cpus",
                        "0",
                        "--controller-cpus",
                        "1",
                        "--seconds",
                        "60")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", LauncherJdk.HOME);
        Process load = builder.start();
        try {
            // Threads and processes that end meanwhile have no status.
            await().ignoreExceptions().until(() -> load.children()
                    .anyMatch(child -> processors(child.pid()).equals(Set.of("1"))));
            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(processors(load.pid())).containsExactly("0"));
        } finally {
            load.children().forEach(ProcessHandle::destroy);
            load.destroy();
            load.waitFor();
        }
    }
}

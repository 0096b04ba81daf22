package net.beaconcontroller.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorListTest {
    @Test
    void aListHasProcessorsAndRangesInItsOrder() throws Exception {
        assertThat(ProcessorList.parse("0,2,4-6,1").numbers()).containsExactly(0, 2, 4, 5, 6, 1);
        assertThat(ProcessorList.parse("").numbers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0-8:2", "one", "1,", "0x3"})
    void aListOfAnotherSyntaxIsRefused(String list) {
        assertThatThrownBy(() -> ProcessorList.parse(list))
                .isInstanceOf(IOException.class)
                .hasMessage("CPUs %s: needs numbers and ranges, such as 0,2-5", list);
    }

    @Test
    void aPointUsesTheFirstProcessorsOfTheList() throws Exception {
        ProcessorList list = ProcessorList.parse("0,2,4-6");
        assertThat(list.first(3)).hasToString("0,2,4");
        assertThat(list.first(9)).hasToString("0,2,4,5,6");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void eachLoopIsBoundToAProcessorOfItsOwn() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "needs two processors");
        List<String> names = List.of("beacon-loop-0", "beacon-loop-1", "beacon-pipeline-0", "other");
        var started = new CountDownLatch(names.size());
        var end = new CountDownLatch(1);
        List<Thread> threads = names.stream()
                .map(name -> Thread.ofPlatform().name(name).start(() -> {
                    started.countDown();
                    awaitEnd(end);
                }))
                .toList();
        try {
            started.await();
            ProcessorList.parse("1,0").bindLoops(ProcessHandle.current().pid());

            assertThat(allowed())
                    .containsEntry("beacon-loop-0", "1")
                    .containsEntry("beacon-loop-1", "0")
                    .containsEntry("beacon-pipeline", "1")
                    .doesNotContainEntry("other", "0")
                    .doesNotContainEntry("other", "1");
        } finally {
            end.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void awaitEnd(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the processors of the threads of the test, by name. */
    private static Map<String, String> allowed() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.map(ProcessorListTest::status)
                    .filter(status -> status.getOrDefault("Name", "").matches("beacon-.*|other"))
                    .collect(Collectors.toMap(
                            status -> status.get("Name"), status -> status.get("Cpus_allowed_list"), (one, _) -> one));
        }
    }

    private static Map<String, String> status(Path thread) {
        try (Stream<String> lines = Files.lines(thread.resolve("status"))) {
            return lines.map(line -> line.split(":\\s*", 2))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        } catch (IOException | UncheckedIOException _) {
            return Map.of();
        }
    }
}

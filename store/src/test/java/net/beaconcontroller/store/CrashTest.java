package net.beaconcontroller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.io.TempDir;

/**
 * What remains of a store whose process is killed, or whose machine loses power. The writer is another process. {@code
 * -Dbeacon.test.store.kills=1000} takes some minutes.
 */
@DisabledOnOs(WINDOWS)
@Timeout(value = 1, unit = TimeUnit.HOURS)
class CrashTest {
    private static final int KILLS = Integer.getInteger("beacon.test.store.kills", 2);
    private static final int POWER_CUTS = Integer.getInteger("beacon.test.store.power-cuts", 5);
    private static final int WRITERS = 4;
    private static final Pattern ACKNOWLEDGED = Pattern.compile("(w\\d) (\\d+)");

    @TempDir
    private Path folder;

    /**
     * A process whose threads commit increasing numbers. Prints each after its commit has returned. Ends when its input
     * does, so that it does not outlive the test.
     */
    static final class WriterProcess {
        private WriterProcess() {}

        public static void main(String[] args) throws IOException {
            var store = SqliteStore.open(Path.of(args[0]), SqliteStoreTest.MAX_BYTES, () -> false);
            for (int i = 0; i < WRITERS; i++) {
                String key = "w" + i;
                long first = store.get("test", key).map(CrashTest::number).orElse(0L) + 1;
                Thread.ofPlatform().start(() -> {
                    for (long number = first; ; number++) {
                        // Both documents have the number, or none has.
                        store.commit(List.of(
                                Change.put("test", key, Long.toString(number)),
                                Change.put("test.copy", key, Long.toString(number)),
                                Change.put(
                                        "test.log",
                                        "%s/%010d".formatted(key, number % 1000),
                                        "\"" + "x".repeat(100) + "\"")));
                        System.out.println(key + " " + number);
                    }
                });
            }
            System.in.transferTo(OutputStream.nullOutputStream());
            Runtime.getRuntime().halt(0);
        }
    }

    private static long number(Document<String> document) {
        return Long.parseLong(document.value());
    }

    /** The writer, and the last number of each thread that it has acknowledged. */
    private static final class Writers implements AutoCloseable {
        private final Process process;
        private final BufferedReader output;
        private final Map<String, Long> acknowledged = new HashMap<>();

        Writers(Path store) throws IOException {
            process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            WriterProcess.class.getName(),
                            store.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            output = process.inputReader();
        }

        /** Reads until a number of commits are acknowledged. */
        void awaitCommits(int count) throws IOException {
            for (int i = 0; i < count; ) {
                String line = output.readLine();
                assertThat(line).as("a line of the writer").isNotNull();
                i += note(line) ? 1 : 0;
            }
        }

        /** Returns whether the line acknowledges a commit; others are of the log. */
        private boolean note(String line) {
            Matcher words = ACKNOWLEDGED.matcher(line);
            if (words.matches()) {
                // The last number of a process that is killed may be incomplete, and less than the one before.
                acknowledged.merge(words.group(1), Long.parseLong(words.group(2)), Math::max);
                return true;
            }
            return false;
        }

        /** Kills the process with SIGKILL, and reads the changes that it has acknowledged. */
        Map<String, Long> kill() throws Exception {
            // The method of Process would close the output.
            process.toHandle().destroyForcibly();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            output.lines().forEach(this::note);
            return acknowledged;
        }

        void signal(String name) throws Exception {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @Test
    void aKilledProcessLosesNoAcknowledgedCommit() throws Exception {
        Path file = folder.resolve("store.db");
        var random = new Random();
        for (int i = 0; i < KILLS; i++) {
            Map<String, Long> acknowledged;
            try (var writers = new Writers(file)) {
                writers.awaitCommits(1 + random.nextInt(200));
                acknowledged = writers.kill();
            }
            requireAll(file, acknowledged);
        }
    }

    /**
     * The process is stopped while the files are copied, so that the copy has the content that the disk would have.
     * Random bytes are appended to the log, as if the disk had written only a part of the next commit.
     */
    @Test
    void afterALossOfPowerTheStoreOpensWithAllAcknowledgedCommits() throws Exception {
        Path file = folder.resolve("store.db");
        var random = new Random();
        try (var writers = new Writers(file)) {
            for (int i = 0; i < POWER_CUTS; i++) {
                writers.awaitCommits(1 + random.nextInt(300));
                var acknowledged = new HashMap<>(writers.acknowledged);
                writers.signal("STOP");
                Path copy = Files.createDirectory(folder.resolve("copy" + i));
                copyStore(folder, copy);
                writers.signal("CONT");
                byte[] torn = new byte[random.nextInt(10_000)];
                random.nextBytes(torn);
                Files.write(copy.resolve("store.db-wal"), torn, StandardOpenOption.APPEND);
                requireAll(copy.resolve("store.db"), acknowledged);
            }
        }
    }

    private static void copyStore(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches("store\\.db(-wal)?"))
                    .toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void requireAll(Path file, Map<String, Long> acknowledged) {
        try (var store = SqliteStore.open(file, SqliteStoreTest.MAX_BYTES, () -> false)) {
            acknowledged.forEach((key, number) -> assertThat(
                            store.get("test", key).map(CrashTest::number).orElse(0L))
                    .as(key)
                    .isGreaterThanOrEqualTo(number));
            IntStream.range(0, WRITERS).mapToObj(i -> "w" + i).forEach(key -> assertThat(
                            store.get("test.copy", key).map(Document::value))
                    .isEqualTo(store.get("test", key).map(Document::value)));
        }
    }
}

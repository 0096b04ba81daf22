package net.beaconcontroller.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import net.beaconcontroller.bench.CompiledProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Publishes a comparison of the limit, as a controller of the file, with itself. */
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT)
class PublishCommandTest {
    @TempDir
    private Path folder;

    private Path list;
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void listControllers() throws Exception {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "cc"))),
                "needs a C compiler");
        list = folder.resolve("controllers.conf");
        int port = freePort();
        Files.writeString(list, """
                controllers = [
                  { name = Constant, command = [%s, "127.0.0.1", "%d", "1", block], port = %2$d, files = [%1$s]
                    about { version = "1", application = "a constant" } }
                  { name = Nobody, missing = "has no source" }
                ]
                """.formatted(CompiledProgram.LIMIT.executable(), port));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private int publish(String... arguments) {
        return new CommandLine(new PublishCommand())
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((e, _, _) -> {
                    err.append(e.getMessage());
                    return 2;
                })
                .execute(arguments);
    }

    private int measure() {
        return publish(
                list.toString(),
                "--out",
                folder.resolve("out").toString(),
                "--parts",
                "throughput,resources",
                "--rounds",
                "1",
                "--seconds",
                "0.1",
                "--warm-up",
                "0");
    }

    @Test
    void measuresOnceAndWritesThePage() throws IOException {
        assertThat(measure()).as(err.toString()).isZero();
        String page = Files.readString(folder.resolve("out/README.md"));
        assertThat(page)
                .contains("| Constant | 1.0 | 1 | a constant | - |", "| Nobody | has no source |")
                .containsPattern(
                        "\\| Constant \\| 1\\.0 \\| 16 \\| 100000 \\| [\\d.]+ [kM] \\| [\\d.]+ \\| .* \\| flow-mod \\|")
                .containsPattern("\\| Constant \\| [\\d.,]+ \\| [\\d.]+ \\| 1 \\| [\\d.]+ \\|")
                .contains("![How many packet-ins a second a saturated controller answers](throughput.svg)");

        err.getBuffer().setLength(0);
        assertThat(measure()).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(Files.readString(folder.resolve("out/README.md"))).isEqualTo(page);
    }

    @Test
    void writesThePagesFromTheDataOfAnotherFolder() throws IOException {
        assertThat(measure()).as(err.toString()).isZero();
        Path other = folder.resolve("other");
        assertThat(publish("--from", folder.resolve("out/data").toString(), "--out", other.toString()))
                .isZero();
        assertThat(other.resolve("README.md")).hasSameTextualContentAs(folder.resolve("out/README.md"));
    }

    @Test
    void theOriginalCbenchAndTheRebuiltOneCountWithTheCommandsOfThePapers() throws IOException {
        Path original = folder.resolve("cbench");
        Files.writeString(original, """
                #!/bin/sh
                echo "$*" >>"$0.arguments"
                echo 'RESULT: 32 switches 3 tests min/max/avg/stdev = 1.00/3.00/2.00/0.50 responses/s'
                """);
        assertThat(original.toFile().setExecutable(true)).isTrue();
        Path out = folder.resolve("out");
        assertThat(publish(
                        list.toString(),
                        "--out",
                        out.toString(),
                        "--parts",
                        "cbench",
                        "--cbench",
                        original.toString(),
                        "--rounds",
                        "1",
                        "--seconds",
                        "0.1"))
                .as(err.toString())
                .isZero();
        assertThat(folder.resolve("cbench.arguments"))
                .content()
                .containsPattern("-c 127.0.0.1 -p \\d+ -m 100 -l 4 -w 1 -s 32 -M 1000000 -t\n")
                .containsPattern(" -s 64 -M 100000 -t -i 50 -I 5\n")
                .containsPattern(" -s 16 -M 100000 -i 50 -I 5\n");
        assertThat(Data.read(out.resolve("data")).rows(Part.CBENCH))
                .hasSize(2 * CbenchLine.values().length)
                .allSatisfy(row -> {
                    double rate = row.number("answersPerSecond").orElseThrow();
                    if (row.text("program").equals("original")) {
                        assertThat(rate).isEqualTo(2);
                    } else {
                        assertThat(rate).isGreaterThan(1000);
                    }
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FILE --from x          | needs FILE, or --from DATA
            --from missing         | --from missing: needs a folder with data
            FILE --parts speed     | --parts speed: needs some of PARTS
            FILE --only Other      | --only Other: needs some of Constant
            FILE --rounds 0        | --rounds 0: needs 1 to 1000
            FILE --seconds 0       | --seconds 0.0: needs more than 0
            FILE --cbench missing  | --cbench missing: needs a program
            FILE --cbench /bin/true | --cbench: needs --parts cbench
            """)
    void refusesWhatItCannotDo(String arguments, String why) {
        assertThat(publish(arguments.replace("FILE", list.toString()).split(" ")))
                .isEqualTo(2);
        assertThat(err.toString()).isEqualTo(why.replace("PARTS", Part.keywords()));
    }
}

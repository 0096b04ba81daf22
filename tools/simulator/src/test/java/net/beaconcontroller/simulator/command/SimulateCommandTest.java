package net.beaconcontroller.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import net.beaconcontroller.console.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SimulateCommandTest {
    private final StringWriter output = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new SimulateCommand())
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(output, true))
                .setExecutionExceptionHandler((failure, commandLine, _) -> {
                    commandLine.getErr().println(failure.getMessage());
                    return failure instanceof UsageException ? 2 : 1;
                })
                .execute(arguments);
    }

    @Test
    void playsTheWorldsOfSeedsInSeveralProcesses() {
        assertThat(run("--seeds", "1-5", "--jobs", "2")).as(output::toString).isZero();
        assertThat(output.toString()).contains("EVENT", "host moves", "5 worlds from seed 1", "everything held");
    }

    @Test
    void printsALineOfJsonForEachWorld() {
        assertThat(run("--seeds", "7-8", "--jobs", "1", "--json"))
                .as(output::toString)
                .isZero();
        assertThat(output.toString().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("\"violations\":[]", "\"fingerprint\":"))
                .first()
                .asString()
                .startsWith("{\"seed\":7,");
    }

    @Test
    void printsTheTimelineOfOneWorldAndWritesItsMessages(@TempDir Path folder) throws Exception {
        Path capture = folder.resolve("7.pcap");
        assertThat(run("--seed", "7", "--pcap", capture.toString()))
                .as(output::toString)
                .isZero();
        assertThat(output.toString()).contains("network of ", "ready", "EVENT ", "seed 7: ", "everything held");
        assertThat(Files.size(capture)).isGreaterThan(10_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --jobs 2                   | needs one of --seed N, --seeds A-B and --minutes M
        --seed 1 --minutes 1       | needs one of --seed N, --seeds A-B and --minutes M
        --seeds 5-4                | --seeds 5-4: needs two numbers such as 1-1000, the first not above the second
        --seeds many               | --seeds many: needs two numbers
        --seeds 1-2 --messages     | --pcap and --messages need --seed N
        --minutes 0                | --minutes
        --seeds 1-2 --jobs 0       | --jobs
        """)
    void aWrongCommandLineIsRefused(String arguments, String reason) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(output.toString()).contains(reason);
    }
}

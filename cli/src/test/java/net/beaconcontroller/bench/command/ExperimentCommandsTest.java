package net.beaconcontroller.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import net.beaconcontroller.bench.responder.Responder;
import net.beaconcontroller.cli.CommandResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sweeps and comparisons from the command line, with the null controller under real load. */
class ExperimentCommandsTest {
    private static final String[] QUICK = {"--seconds", "0.1", "--warm-up", "0.1", "--repeats", "1"};

    @TempDir
    private Path folder;

    @Test
    void aSweepMeasuresEachPointAndWritesAReport() throws Exception {
        try (var controller = responder()) {
            Path out = folder.resolve("results");
            CommandResult outcome = bench(
                    "sweep",
                    "switches",
                    "--points",
                    "1,3",
                    "--controller",
                    "127.0.0.1:" + controller.address().getPort(),
                    "--out",
                    out.toString());
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out())
                    .contains("Throughput by the number of switches", "null controller         3")
                    .doesNotContain("failed");
            assertThat(outcome.err())
                    .contains(
                            "beacon: 1 of 4, switches, null controller, switches: 1, repeat 1: ",
                            "about ",
                            "report.html")
                    .doesNotContain("\u001b");
            assertThat(Files.readAllLines(out.resolve("results.csv"))).hasSize(1 + 4);
            assertThat(Files.readString(out.resolve("report.html")))
                    .contains("<svg", "bench sweep switches --points 1,3");
        }
    }

    @Test
    void aComparisonReportsFailuresAndContinues() throws Exception {
        try (var controller = responder()) {
            Path conf = Files.writeString(folder.resolve("controllers.conf"), """
                    controllers = [
                      { name = quick, port = %d, openflow = ["1.0", "1.3"] }
                      { name = broken, port = 1, command = "echo no luck; exit 3" }
                    ]
                    """.formatted(
                            controller.address().getPort()));
            CommandResult outcome = bench(
                    "compare",
                    conf.toString(),
                    "--json",
                    "--out",
                    folder.resolve("results").toString());
            assertThat(outcome.exitCode()).as("one failed").isEqualTo(1);
            JsonNode all = new JsonMapper().readTree(outcome.out());
            assertThat(all.get("complete").asBoolean()).isTrue();
            assertThat(all.get("summary")
                            .valueStream()
                            .map(row -> row.get("axis").asString() + " "
                                    + row.get("controller").asString() + " "
                                    + row.get("toBaseline").isNull()))
                    .containsExactly(
                            "latency null controller false",
                            "latency quick false",
                            "latency broken true",
                            "controllers null controller false",
                            "controllers quick false",
                            "controllers broken true");
            assertThat(outcome.err()).contains("exit code 3", "no luck");
        }
    }

    @Test
    void aSweepOfSeveralControllersHasALineOfEach() throws IOException {
        try (Responder first = responder();
                Responder second = responder()) {
            Path conf = Files.writeString(
                    folder.resolve("controllers.conf"),
                    "controllers = [ { name = first, port = %d }, { name = second, port = %d } ]"
                            .formatted(
                                    first.address().getPort(), second.address().getPort()));
            Path results = folder.resolve("results");
            CommandResult outcome = bench(
                    "sweep", "switches", "--points", "1,2", "--controllers", conf.toString(), "--out", "" + results);
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out()
                            .lines()
                            .map(line -> line.replaceAll("^(\\w+) +(\\d+) .*", "$1 $2"))
                            .filter(line -> line.matches("(first|second) \\d")))
                    .containsExactly("first 1", "second 1", "first 2", "second 2");
            assertThat(results.resolve("report.html")).content().contains(">first<", ">second<");
            CommandResult.of("bench", "sweep", "loops", "--controllers", conf.toString())
                    .assertRefused(
                            "loops: controller first has no {loops} in its command or environment",
                            "beacon bench sweep");
            CommandResult.of("bench", "sweep", "designs", "--controllers", conf.toString())
                    .assertRefused(
                            "designs cannot be swept with --controllers, because it is of Beacon alone; needs one of"
                                    + " loops, switches, hosts",
                            "beacon bench sweep");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sweep nothing | nothing cannot be swept; needs one of loops, switches, hosts, designs, "
                        + "applications, latency, all",
                "sweep loops --controller 127.0.0.1:1 | loops cannot be swept with --controller, "
                        + "because it needs a restart of Beacon; needs one of switches, hosts, latency",
                "sweep applications --controller 127.0.0.1:1 | applications cannot be swept with --controller, "
                        + "because it needs a restart of Beacon; needs one of switches, hosts, latency",
                "sweep hosts --controller 127.0.0.1:1 -D io.loops=1 | -D and --java-opts configure a Beacon that this",
                "sweep designs --points 1 | --points: needs one of loops, switches and hosts, not designs",
                "sweep all --points 1 | --points: needs one of loops, switches and hosts, not all",
                "sweep switches --points 0 | --points: switches 0: needs 1 to 65535",
                "sweep hosts --repeats 0 | --repeats 0: needs 1 to 1000",
                "sweep hosts --load-cpus 0 | --load-cpus 0: needs --controller-cpus",
                "sweep hosts --controllers /no/such.conf | /no/such.conf is not a readable file",
                "sweep hosts --controllers x.conf -D io.loops=1 | --controller, --pid, --usage-command, -D and",
                "sweep | Missing required parameter: 'WHAT'",
                "compare | Missing required parameter: 'FILE'",
                "compare /no/such.conf | /no/such.conf is not a readable file",
            })
    void rejectsInvalidOptionsBeforeMeasuring(String line, String message) {
        String command = line.split(" ", -1)[0];
        CommandResult.ofLine("bench " + line).assertRefused(message, "beacon bench " + command);
    }

    @Test
    void doesNotOverwriteResults() throws IOException {
        Files.createFile(folder.resolve("results.csv"));
        CommandResult outcome = bench("sweep", "latency", "--out", folder.toString());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("results.csv exists");
    }

    private static CommandResult bench(String... arguments) {
        var line = new String[1 + arguments.length + QUICK.length];
        line[0] = "bench";
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        System.arraycopy(QUICK, 0, line, 1 + arguments.length, QUICK.length);
        return CommandResult.of(line);
    }

    private static Responder responder() throws IOException {
        return Responder.start(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 1);
    }
}

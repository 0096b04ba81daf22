package net.beaconcontroller.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.bench.Certificates;
import net.beaconcontroller.bench.responder.Responder;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.Channels;
import net.beaconcontroller.core.options.ControllerOptions.Tls;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.io.tls.TlsEndpoint.ClientAuth;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The output of the benchmark commands with the null controller, and the rejection of invalid options. */
class BenchCommandTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    private static Responder responder;

    @BeforeAll
    static void start() throws IOException {
        responder = Responder.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    }

    @AfterAll
    static void stop() throws IOException {
        responder.close();
    }

    /** Runs a benchmark command with a short measurement. */
    private static CommandResult bench(String command, String... options) {
        var line = new ArrayList<>(List.of("bench", command, "--controller"));
        line.add("127.0.0.1:" + responder.address().getPort());
        line.addAll(List.of("--seconds", "0.1", "--warm-up", "0"));
        line.addAll(List.of(options));
        return CommandResult.of(line.toArray(String[]::new));
    }

    @Test
    void throughputPrintsATable() {
        CommandResult outcome = bench("throughput", "--switches", "2", "--window", "10");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines())
                .first()
                .isEqualTo("throughput: OpenFlow 1.0, plain packet-ins, 2 switches, 1,000 hosts, window 10");
        assertThat(outcome.out())
                .containsPattern("\\R  answers/s +[\\d,]+\\R")
                .containsPattern("\\R  lost +0\\R")
                .containsPattern("\\R  unknown +0\\R")
                .doesNotContain("CPU");
        assertThat(outcome.err()).matches("beacon: measured +0 s +[\\d,]+ answers/s\\R");
    }

    @Test
    void throughputPrintsJson() {
        CommandResult outcome = bench(
                "throughput",
                "--json",
                "--openflow",
                "1.5",
                "--packet-in",
                "tagged",
                "--pid",
                Long.toString(ProcessHandle.current().pid()));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        JsonNode object = MAPPER.readTree(outcome.out());
        assertThat(object.propertyNames())
                .contains("openflow", "answersPerSecond", "cpuMicros", "lost", "duplicated", "unknown")
                .doesNotContain("latencyMicros");
        assertThat(object.get("openflow").asString()).isEqualTo("1.5");
        assertThat(object.get("packetInForm").asString()).isEqualTo("tagged");
        assertThat(object.get("answered").asLong())
                .isPositive()
                .isEqualTo(object.get("packetIns").asLong());
    }

    @Test
    void theLoadInCRefusesWhatItDoesNotHave() {
        CommandResult outcome = bench("throughput", "--generator", "c", "--packet-in", "tagged");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .isEqualToIgnoringNewLines(
                        "beacon: the load in C does not have packet-ins of the form tagged; needs plain");
    }

    @Test
    void latencyPrintsRoundTripsAndThenLatencyAtAConstantRate() {
        CommandResult outcome = bench("latency", "--json", "--rate", "500");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<JsonNode> objects = outcome.out().lines().map(MAPPER::readTree).toList();
        assertThat(objects)
                .extracting(object -> object.get("measured").asString())
                .containsExactly("closed loop", "open loop");
        assertThat(objects.get(1).get("rate").asDouble()).isEqualTo(500);
        assertThat(objects).allSatisfy(object -> {
            assertThat(object.get("latencyMicros").get("p50").asDouble()).isPositive();
            assertThat(object.get("latencyMicros").get("max").asDouble())
                    .isGreaterThanOrEqualTo(
                            object.get("latencyMicros").get("p99.9").asDouble());
        });
    }

    @Test
    void latencyPrintsPercentiles() {
        CommandResult outcome = bench("latency");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).containsPattern("\\R  us, 99\\.9 % +[\\d,.]+\\R  us, most +[\\d,.]+\\Ropen loop: ");
    }

    @Test
    void exitsWithOneIfTheMeasurementFails() {
        CommandResult outcome = CommandResult.of("bench", "throughput", "--controller", "127.0.0.1:1");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("beacon: switch 1 cannot connect to 127.0.0.1:1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    throughput --controller here | --controller here: needs HOST:PORT, such as 127.0.0.1:6653
                    throughput --controller 127.0.0.1:99999 | \
                        --controller 127.0.0.1:99999: needs HOST:PORT, such as 127.0.0.1:6653
                    throughput --controller 127.0.0.1:1 -D io.loops=1 | \
                        -D, --java-opts and --controller-cpus configure a Beacon that this command \
                    starts; not allowed with --controller
                    throughput -D io.loops | -D io.loops: needs KEY=VALUE, such as io.loops=4
                    throughput --pid 1 | --pid needs --controller
                    throughput --usage-command x | --usage-command needs --controller
                    throughput --controller 127.0.0.1:1 --pid 1 --usage-command x | \
                        --usage-command: not allowed with --pid, which names a process of this machine
                    throughput --controller 127.0.0.1:1 --usage-command false | \
                        --usage-command false: exit code 1:
                    throughput --controller 127.0.0.1:1 --usage-command pwd | \
                        --usage-command pwd: needs the content of /proc/PID/stat, but printed: /
                    throughput --generator rust | --generator rust: needs java or c
                    sweep switches --baseline c | --baseline c: needs null or limit
                    throughput --tls ca | \
                        --tls ca: a folder needs --controller; a started Beacon gets new certificates
                    throughput --controller 127.0.0.1:1 --tls | \
                        --tls: with --controller, needs the folder of the certificates: --tls DIR
                    tls --controller 127.0.0.1:1 | tls starts Beacon; --controller is not allowed
                    tls --pairs 0 | --pairs 0: needs 1 to 1000
                    throughput --switches 0 | --switches 0: needs 1 to 65535
                    throughput --openflow 1.1 | --openflow 1.1: needs one of 1.0, 1.2, 1.3, 1.4, 1.5
                    throughput --openflow two | --openflow two: needs one of 1.0, 1.2, 1.3, 1.4, 1.5
                    throughput --packet-in truncated | \
                        --packet-in truncated: needs one of plain, tagged, unbuffered
                    throughput --seconds 0 | --seconds 0.0: needs more than 0
                    latency --rate 0 | --rate 0.0: needs more than 0
                    responder --port 65536 | --port 65536: needs 0 to 65535
                    responder --threads 0 | --threads 0: needs 1 to 1024
                    cbench -p 0 | --port 0: needs 1 to 65535
                    """)
    void rejectsInvalidOptions(String line, String message) {
        CommandResult.ofLine("bench " + line).assertRefused(message);
    }

    @Test
    void theResponderReportsTheAddressInUse() {
        String port = Integer.toString(responder.address().getPort());
        CommandResult outcome = CommandResult.of("bench", "responder", "--port", port);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).startsWith("beacon: cannot listen on 127.0.0.1:" + port);
    }

    @Test
    void benchWithoutACommandPrintsItsUsage() {
        CommandResult outcome = CommandResult.of("bench");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("Usage: beacon bench ").contains("\n  throughput ", "\n  cbench ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-h", "--help", "-t -h -s 4"})
    void cbenchPrintsItsUsageLikeTheOriginal(String options) {
        CommandResult outcome = CommandResult.ofLine("bench cbench " + options);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("Usage: beacon bench cbench ")
                .contains("-c, --controller=", "-D, --delay=", "-d, --debug", "-h, --help");
    }

    @Test
    void cbenchAcceptsTheOptionsOfTheOriginal() {
        String port = Integer.toString(responder.address().getPort());
        CommandResult outcome = CommandResult.ofLine("bench cbench -c 127.0.0.1 -p " + port
                + " -m 30 -l 3 -w 1 -C 1 -s 2 -M 10 -t -D 1 -i 1 -I 1 --learn-dst-macs=off -o 5");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .contains(
                        "running in mode 'throughput'",
                        "faking 2 switches offset 5 :: 3 tests each; 30 ms per test",
                        "with 10 unique source MACs",
                        "NOT learning destination",
                        "test with 1 ms delay",
                        "first 1 \"warmup\" and last 1 \"cooldown\"",
                        "delay of 1ms per 1 switch");
        assertThat(outcome.out()).containsPattern("\nRESULT: 2 switches 1 tests min/max/avg/stdev = ");
    }

    @Test
    void cbenchHasTheDefaultsOfCbench() {
        CommandResult outcome = CommandResult.of("bench", "cbench", "-p", "1");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .contains(
                        "running in mode 'latency'",
                        "connecting to controller at localhost:1 ",
                        "faking 16 switches offset 1 :: 16 tests each; 1000 ms per test",
                        "with 100000 unique source MACs",
                        "   learning destination",
                        "with 0 ms delay",
                        "first 1 \"warmup\" and last 0 \"cooldown\"",
                        "delay of 0ms per 1 switch",
                        "debugging info is off");
    }

    @Test
    void throughputPrintsTheVersionOfTlsAndTheCipherSuite() throws Exception {
        Certificates certificates = Certificates.create();
        var channels = new Channels(
                Optional.empty(),
                Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                Optional.of(new Tls(certificates.controller(), ClientAuth.NEED)),
                List.of());
        try (var controller =
                new OpenFlowController(ControllerOptions.onFreePort().withChannels(channels))) {
            controller.register("hub", new Hub());
            controller.start();
            CommandResult outcome = CommandResult.of(
                    "bench",
                    "throughput",
                    "--seconds=0.1",
                    "--warm-up=0",
                    "--controller=127.0.0.1:"
                            + controller.tlsAddress().orElseThrow().getPort(),
                    "--tls=" + certificates.switches().key().getParent());
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out().lines()).first().asString().contains(", window 700, TLSv1.3 TLS_");
        }
    }

    @Test
    void tlsComparesPlainTextAndTls() throws Exception {
        URI hub = Hub.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        CommandResult outcome = CommandResult.of(
                "bench",
                "tls",
                "--json",
                "--pairs=1",
                "--seconds=0.2",
                "--warm-up=0",
                "--switches=2",
                "--window=10",
                "--java-opts=-XX:TieredStopAtLevel=1",
                "-Dapps=" + Path.of(hub));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        JsonNode object = MAPPER.readTree(outcome.out());
        assertThat(object.get("tls").asString()).startsWith("TLSv1.3 TLS_");
        for (String property : List.of("answersPerSecondRatio", "roundTripP50MicrosRatio")) {
            assertThat(object.get(property).get(1).asDouble()).isPositive();
        }
    }

    @Test
    void restComparesPacketInsWithAndWithoutRequests() throws Exception {
        URI hub = Hub.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        CommandResult outcome = CommandResult.of(
                "bench",
                "rest",
                "--json",
                "--pairs=1",
                "--seconds=0.2",
                "--warm-up=0",
                "--requests=50",
                "--idle=3",
                "--switches=2",
                "--window=10",
                "--java-opts=-XX:TieredStopAtLevel=1",
                "-Dapps=" + Path.of(hub));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        JsonNode object = MAPPER.readTree(outcome.out());
        assertThat(object.get("answersPerLoopSecond").asDouble()).isPositive();
        assertThat(object.get("answersPerLoopSecondRatio").get(1).asDouble()).isPositive();
        assertThat(object.get("requestsPerSecond").asDouble()).isPositive();
        assertThat(object.get("failedRequests").asInt()).isZero();
        assertThat(object.get("idleConnections").asInt()).isEqualTo(3);
    }

    @Test
    void restStartsTheControllerItself() {
        CommandResult outcome = bench("rest");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("rest starts Beacon; --controller is not allowed");
    }
}

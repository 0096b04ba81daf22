package net.beaconcontroller.bench.cbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.beaconcontroller.bench.cbench.CbenchRun.Peer;
import net.beaconcontroller.bench.responder.Responder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares messages, counting and output with the documentation and the source code of cbench. */
class CbenchTest {
    private static final String HELLO = "0100000800000001";
    private static final String FEATURES_REQUEST = "0105000800000011";
    private static final String FEATURES_REPLY = hex(
            "010600e0 00000011 0000000000000001 00000100 02 000000 00000000 000007ff",
            "0001 1ac151ffef8a 76657468310000000000000000000000 00000000 00000000 000000c0 00000000 00000000 00000000",
            "0002 ce2fa287f670 76657468330000000000000000000000 00000000 00000000 000000c0 00000000 00000000 00000000",
            "0003 ca8a1ef377ef 76657468350000000000000000000000 00000000 00000000 000000c0 00000000 00000000 00000000",
            "0004 fabc778d7e0b 76657468370000000000000000000000 00000000 00000000 000000c0 00000000 00000000 00000000");

    private static final String ANNOUNCEMENT = hex(
            "010a0054 00000001 ffffffff 0040 0002 00 00",
            "ffffffffffff 800000000001 0806 0001 0800 06 04 0002",
            "800000000001 c0a80128 800000000001 c0a80128 00000000000000000000000000000000000000000000",
            "0000");

    private static String hex(String... parts) {
        return String.join("", parts).replace(" ", "");
    }

    /** Returns packet-in {@code n} of switch 1; the first is 0. */
    private static String probe(int n) {
        String source = HexFormat.of()
                .formatHex(new byte[] {0, (byte) n, (byte) (n >> 8), (byte) (n >> 16), (byte) (n >> 24), 1});
        return hex(
                "010a0052 %08x %08x 0040 0001 00 00".formatted(n + 2, n + 1),
                "800000000001" + source + "0800",
                "45000032 00000000 40fff72c c0a80028 c0a80128",
                "7a18586b110897f519e2657e07cc31c311c7c40c8b955151335451d50036");
    }

    private static CbenchOptions options(int port, int switches, boolean throughput, int millis) {
        return new CbenchOptions(
                "127.0.0.1", port, switches, false, 1, millis, 0, 0, throughput, 1000, true, 0, 0, 1, 1, false);
    }

    /** Starts a run that lasts until the test closes a connection. */
    private static CbenchRun run(int switches, boolean throughput) throws Exception {
        return new CbenchRun(port -> options(port, switches, throughput, 60_000));
    }

    private static CbenchRun run(boolean throughput) throws Exception {
        return run(1, throughput);
    }

    /** Starts a run of one test, which prints its counts. */
    private static CbenchRun count(boolean throughput) throws Exception {
        return new CbenchRun(port -> options(port, 1, throughput, 2_000));
    }

    /** Completes the handshake and receives the announcement of the destination. */
    private static Peer handshake(CbenchRun run) throws Exception {
        Peer peer = run.accept();
        assertThat(peer.receive(8)).isEqualTo(HELLO);
        peer.send(HELLO + FEATURES_REQUEST);
        assertThat(peer.receive(224)).isEqualTo(FEATURES_REPLY);
        assertThat(peer.receive(84)).isEqualTo(ANNOUNCEMENT);
        return peer;
    }

    @Test
    void completesTheHandshakeAnnouncesTheDestinationAndSendsAPacketIn() throws Exception {
        try (var run = run(false);
                Peer peer = handshake(run)) {
            assertThat(peer.receive(82)).isEqualTo(probe(0));
        }
    }

    @Test
    void sendsOnePacketInAtATimeForLatency() throws Exception {
        try (var run = run(false);
                Peer peer = handshake(run)) {
            for (int n = 0; n < 20; n++) {
                assertThat(peer.receive(82)).isEqualTo(probe(n));
                peer.send("0102000c 00000007 01020304");
                assertThat(peer.receive(8)).as("nothing before the answer").isEqualTo("0103000800000007");
                peer.send(flowMod("0000"));
            }
            assertThat(peer.receive(82)).isEqualTo(probe(20));
        }
    }

    @Test
    void fillsTheBufferInThroughputModeAndRotatesHosts() throws Exception {
        try (var run = run(true);
                Peer peer = handshake(run)) {
            for (int n = 0; n < 1000; n++) {
                assertThat(peer.receive(82)).isEqualTo(probe(n));
            }
            // The first host again.
            assertThat(peer.receive(82).substring(48, 60)).isEqualTo("000000000001");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "echo without its data, 0102000c0000000501020304, 0103000800000005",
        "barrier, 0112000800000005, 0113000800000005",
        "vendor, 010400100000000500002320000000ff, 0101000c0000000500010003",
        "configuration that was set, 0109000c0000000100010080 0107000800000005, 0108000c0000000500010080",
        "configuration before one was set, 0107000800000005, 01080c000000000500000000"
    })
    void repliesToRequests(String name, String request, String reply) throws Exception {
        try (var run = run(false);
                Peer peer = run.accept()) {
            assertThat(peer.receive(8)).isEqualTo(HELLO);
            peer.send(request);
            assertThat(peer.receive(reply.length() / 2)).as(name).isEqualTo(reply);
        }
    }

    @Test
    void allSwitchesShareOneConfiguration() throws Exception {
        try (var run = run(2, false);
                Peer one = run.accept();
                Peer other = run.accept()) {
            one.send("0109000c0000000100020080" + "0112000800000005");
            assertThat(one.receive(16)).isEqualTo(HELLO + "0113000800000005");
            other.send("0107000800000005");
            assertThat(other.receive(20)).isEqualTo(HELLO + "0108000c0000000500020080");
        }
    }

    @Test
    void answersTheDescriptionRequest() throws Exception {
        try (var run = run(false);
                Peer peer = run.accept()) {
            // cbench ignores the flow statistics request and answers the description request.
            peer.send("0110000c0000000500010000" + "0110000c0000000600000000");
            String reply = peer.receive(8 + 1068).substring(16);
            assertThat(reply)
                    .startsWith("0111042c" + "00000006" + "00000000" + ascii("Cbench - controller I/O benchmark"));
            assertThat(reply.substring(24 + 512)).startsWith(ascii("this is actually software...") + "00");
            assertThat(reply.substring(24 + 3 * 512))
                    .startsWith(ascii("none") + "00".repeat(28) + ascii("none") + "00");
        }
    }

    private static String ascii(String text) {
        return HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Test
    void reportsIgnoredMessageTypes() throws Exception {
        try (var run = run(false);
                Peer peer = run.accept()) {
            peer.send("0114000800000005");
            await().until(() -> run.err().contains("Ignoring OpenFlow message type 20\n"));
        }
    }

    private static String flowMod(String command) {
        return "010e0048" + "00".repeat(52) + command + "00".repeat(14);
    }

    private static String packetOut(String etherType) {
        return "010d001e" + "00000000" + "ffffffff" + "0001" + "0000" + "00".repeat(12) + etherType;
    }

    /** First sends messages that do not count, then messages that count. */
    @Test
    void countsAddAndModifyStrictFlowModsAndPacketOuts() throws Exception {
        try (var run = count(true);
                Peer peer = handshake(run)) {
            peer.receive(82);
            peer.send(flowMod("0001") + flowMod("0003") + packetOut("88cc"));
            peer.send(flowMod("0000") + flowMod("0002") + packetOut("0800"));
            // A packet-out of a buffered packet.
            peer.send("010d0010" + "00000000" + "00000001" + "0001" + "0000");
            await().until(() -> run.out().contains(" per ms"));
            TestLine line = TestLine.of(run.out().lines().findFirst().orElseThrow());
            assertThat(line.counts()).containsExactly(4L);
            assertThat(line.millis()).isBetween(2_000 * 0.999, 3_500.0);
        }
    }

    @Test
    void countsNothingBeforeItIsReady() throws Exception {
        try (var run = count(false);
                Peer peer = run.accept()) {
            peer.send(flowMod("0000") + packetOut("0800"));
            await().until(() -> run.out().contains(" per ms"));
            assertThat(run.out()).contains("flows/sec:  0   total = 0.000000 per ms \n");
        }
    }

    /** The line that cbench prints after a test: the time, the count of each switch, and the rate. */
    private record TestLine(LocalTime time, List<Long> counts, double perMilli) {
        private static final Pattern FORMAT = Pattern.compile(
                "([\\d:.]{12}) (\\d) {3}switches: flows/sec:((?: {2}\\d+)+) {3}total = (\\d+\\.\\d{6}) per ms ");

        static TestLine of(String line) {
            Matcher parts = FORMAT.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            List<Long> counts = Stream.of(parts.group(3).strip().split(" +", -1))
                    .map(Long::valueOf)
                    .toList();
            assertThat(counts).hasSize(Integer.parseInt(parts.group(2)));
            return new TestLine(LocalTime.parse(parts.group(1)), counts, Double.parseDouble(parts.group(4)));
        }

        long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }

        /** Returns the duration of the test for which the printed rate is correct. */
        double millis() {
            return count() / perMilli;
        }

        long millisSince(LocalTime earlier) {
            return Math.floorMod(
                    Duration.between(earlier, time).toMillis(),
                    Duration.ofDays(1).toMillis());
        }
    }

    /** Requires that each printed rate is the count divided by the duration, which the printed times limit. */
    private static void assertRates(List<TestLine> tests, LocalTime start) {
        assertThat(tests)
                .extracting(TestLine::count)
                .as("some switch completed its handshake")
                .anyMatch(n -> n > 0);
        LocalTime previous = start;
        for (TestLine test : tests) {
            if (test.count() > 0) {
                assertThat(test.millis()).isBetween(199.9, test.millisSince(previous) + 2.0);
            } else {
                assertThat(test.perMilli()).isZero();
            }
            // The switches are read for 100 ms before the next test.
            previous = test.time().plus(Duration.ofMillis(100));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void printsWhatCbenchPrints(boolean throughput) throws Exception {
        var out = new StringWriter();
        var err = new StringWriter();
        LocalTime start = LocalTime.now(ZoneId.systemDefault());
        try (var responder = Responder.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1)) {
            var options = new CbenchOptions(
                    "127.0.0.1",
                    responder.address().getPort(),
                    2,
                    true,
                    3,
                    200,
                    1,
                    1,
                    throughput,
                    10,
                    true,
                    5,
                    1,
                    1,
                    7,
                    false);
            assertThat(new Cbench(options, new PrintWriter(out), new PrintWriter(err)).run())
                    .isZero();
            assertThat(err.toString())
                    .isEqualTo("cbench: controller benchmarking tool\n"
                            + "   running in mode '%s'\n".formatted(throughput ? "throughput" : "latency")
                            + "   connecting to controller at 127.0.0.1:%d \n".formatted(options.port())
                            + "   faking from 1 to 2 switches offset 7 :: 3 tests each; 200 ms per test\n"
                            + "   with 10 unique source MACs per switch\n"
                            + "   learning destination mac addresses before the test\n"
                            + "   starting test with 5 ms delay after features_reply\n"
                            + "   ignoring first 1 \"warmup\" and last 1 \"cooldown\" loops\n"
                            + "   connection delay of 1ms per 1 switch(es)\n"
                            + "   debugging info is off\n");
        }
        // cbench discards messages received between two tests. A switch that loses a handshake message counts nothing.
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(8);
        List<TestLine> tests = Stream.concat(lines.subList(0, 3).stream(), lines.subList(4, 7).stream())
                .map(TestLine::of)
                .toList();
        assertRates(tests, start);
        // The first and the last test of each number of switches do not count.
        double first = 1_000 * tests.get(1).perMilli();
        double second = 1_000 * tests.get(4).perMilli();
        assertResult(lines.get(3), 1, first, first, first);
        assertResult(lines.get(7), 2, Math.min(first, second), Math.max(first, second), second);
    }

    private static void assertResult(String line, int switches, double... minMaxAverage) {
        Matcher parts = Pattern.compile("RESULT: (\\d) switches 1 tests min/max/avg/stdev = "
                        + "(\\d+\\.\\d\\d)/(\\d+\\.\\d\\d)/(\\d+\\.\\d\\d)/0\\.00 responses/s")
                .matcher(line);
        assertThat(parts.matches()).as(line).isTrue();
        assertThat(parts.group(1)).isEqualTo(Integer.toString(switches));
        for (int i = 0; i < minMaxAverage.length; i++) {
            assertThat(Double.parseDouble(parts.group(2 + i))).as(line).isCloseTo(minMaxAverage[i], within(0.01));
        }
    }

    @Test
    void endsWhenTheControllerClosesAConnection() throws Exception {
        try (var run = run(true)) {
            Peer peer = run.accept();
            peer.receive(8);
            peer.close();
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).endsWith("controller msgbuf_read() = 0:   closed connection ... exiting\n");
        }
    }

    @Test
    void failsWithoutAListener() throws Exception {
        var err = new StringWriter();
        assertThat(new Cbench(options(1, 1, true, 100), new PrintWriter(new StringWriter()), new PrintWriter(err))
                        .run())
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("make_tcp_connection: connect: ")
                .endsWith("make_nonblock_tcp_connection :: returned -1\n");
    }

    @Test
    void rejectsOptionsThatExcludeAllTests() throws Exception {
        var err = new StringWriter();
        var options = new CbenchOptions("127.0.0.1", 1, 1, false, 3, 100, 2, 1, true, 10, true, 0, 0, 1, 1, false);
        assertThat(new Cbench(options, new PrintWriter(new StringWriter()), new PrintWriter(err)).run())
                .isEqualTo(1);
        assertThat(err.toString()).isEqualTo("Error warmup(2) + cooldown(1) >= number of tests (3)\n");
    }
}

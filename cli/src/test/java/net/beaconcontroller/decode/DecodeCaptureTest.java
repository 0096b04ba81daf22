package net.beaconcontroller.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.decode.CaptureBuilder.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of {@code decode --pcap}: TCP reassembly, message framing and errors. */
class DecodeCaptureTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Side CONTROLLER = Side.ipv4(6653, 40000);
    private static final Side SWITCH = CONTROLLER.other();

    @TempDir
    private Path folder;

    private static CommandResult decode(byte[] capture, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        String[] all = Arrays.copyOf(new String[] {"--pcap", "-"}, 2 + args.length);
        System.arraycopy(args, 0, all, 2, args.length);
        int exitCode = new CommandLine(new DecodeCommand(new ByteArrayInputStream(capture)))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
        return new CommandResult(exitCode, out.toString(), err.toString());
    }

    private static List<JsonNode> objects(CaptureBuilder capture, String... args) {
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--json";
        return decode(capture.toBytes(), all).out().lines().map(JSON::readTree).toList();
    }

    /** Returns the transaction IDs of the messages and the texts of the errors, in the order of the output. */
    private static List<String> output(CaptureBuilder capture, String... args) {
        return objects(capture, args).stream()
                .map(object -> object.path("error").asString(object.path("xid").asString()))
                .toList();
    }

    private static String hello(int xid) {
        return "04000008%08x".formatted(xid);
    }

    /** Returns an ECHO_REQUEST of 24 bytes. */
    private static String echo(int xid) {
        return "04020018%08x".formatted(xid) + "00112233445566778899aabbccddeeff";
    }

    private static int half(String hex) {
        return hex.length() / 4 * 2;
    }

    @Test
    void printsTimeAndEndpointsOfAMessage() {
        CaptureBuilder capture =
                CaptureBuilder.ethernet().segment(CONTROLLER, 7, hello(1)).segment(SWITCH, 7, hello(2));
        JsonNode first = objects(capture).getFirst();
        assertThat(first.propertyNames())
                .startsWith("version", "type", "xid", "reencoded", "time", "source", "destination");
        assertThat(first.path("time").asString()).isEqualTo("2026-11-21T12:00:00.000123Z");
        assertThat(first.path("source").asString()).isEqualTo("10.0.0.1:6653");
        assertThat(first.path("destination").asString()).isEqualTo("10.0.0.2:40000");
        CommandResult outcome = decode(capture.toBytes());
        LocalTime time = LocalTime.ofInstant(CaptureBuilder.BEGIN, ZoneId.systemDefault());
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith(time + " 10.0.0.1:6653 > 10.0.0.2:40000 "),
                        line -> assertThat(line)
                                .startsWith(time.plusNanos(1_000_000) + " 10.0.0.2:40000 > 10.0.0.1:6653 "));
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "0, 6", "1, 4", "1, 6", "101, 4", "101, 6", "113, 4", "113, 6", "276, 4", "276, 6"})
    void readsAllLinkTypesAndIpVersions(int linkType, int ip) {
        Side side = ip == 4 ? CONTROLLER : Side.ipv6(6653, 40000);
        var capture = CaptureBuilder.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBuilder.MICROS, linkType)
                .segment(side, 1, hello(1))
                .segment(side.other(), 1, hello(2));
        assertThat(output(capture)).containsExactly("1", "2");
        assertThat(objects(capture).getFirst().path("destination").asString())
                .isEqualTo(ip == 4 ? "10.0.0.2:40000" : "[fe80::2]:40000");
    }

    @Test
    void ignoresOtherProtocols() {
        var capture = CaptureBuilder.ethernet()
                .packet(new byte[0])
                .packet(new byte[60])
                .packet(new byte[] {1, 2, 3})
                .segment(CONTROLLER, 1, hello(1));
        assertThat(output(capture)).containsExactly("1");
    }

    @Test
    void reportsAnUnknownLinkTypeOnce() {
        var capture = CaptureBuilder.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBuilder.MICROS, 105)
                .packet(new byte[60])
                .packet(new byte[60]);
        assertThat(output(capture)).singleElement().asString().startsWith("packets of link type 105, known are 0 ");
        assertThat(decode(capture.toBytes()).exitCode()).isEqualTo(1);
    }

    @Test
    void splitsSegmentsIntoMessages() {
        String all = hello(1) + echo(2) + echo(3) + hello(4);
        for (int size : new int[] {1, 3, 7, 8, 20, 24, 64}) {
            var capture = CaptureBuilder.ethernet().syn(SWITCH, 1000);
            for (int at = 0; at < all.length() / 2; at += size) {
                capture.segment(SWITCH, 1000 + at, all.substring(2 * at, Math.min(all.length(), 2 * (at + size))));
            }
            assertThat(output(capture)).as("segments of %d", size).containsExactly("1", "2", "3", "4");
        }
    }

    @Test
    void aMessageHasTheTimeOfItsFirstByte() {
        String split = hello(1) + echo(2);
        var capture = CaptureBuilder.ethernet()
                .segment(SWITCH, 0, split.substring(0, 20))
                .segment(SWITCH, 10, split.substring(20) + hello(3));
        assertThat(objects(capture).stream().map(object -> object.path("time").asString()))
                .containsExactly(
                        "2026-11-21T12:00:00.000123Z", "2026-11-21T12:00:00.000123Z", "2026-11-21T12:00:00.001123Z");
    }

    @Test
    void reordersSegmentsAndIgnoresRetransmissions() {
        // The sequence numbers wrap around.
        int first = -20;
        String all = hello(1) + echo(2) + echo(3) + hello(4);
        var capture = CaptureBuilder.ethernet()
                .syn(SWITCH, first)
                .segment(SWITCH, first + 32, all.substring(64))
                .segment(SWITCH, first + 4, all.substring(8, 40))
                .segment(SWITCH, first, all.substring(0, 8))
                .segment(SWITCH, first, all.substring(0, 40))
                .segment(SWITCH, first + 16, all.substring(32, 72))
                .segment(SWITCH, first + 64, hello(5));
        assertThat(output(capture)).containsExactly("1", "2", "3", "4", "5");
    }

    @Test
    void reassemblesSegmentsInAnyOrder() {
        var random = new Random(42);
        for (int run = 0; run < 50; run++) {
            int first = random.nextInt();
            String all = hello(1) + echo(2) + echo(3) + echo(4) + hello(5);
            List<Integer> begins = new ArrayList<>(
                    IntStream.range(0, 22).map(i -> i * 4).boxed().toList());
            begins.addAll(List.of(10, 20, 30));
            Collections.shuffle(begins, random);
            var capture = CaptureBuilder.ethernet().syn(SWITCH, first);
            for (int begin : begins) {
                int end = Math.min(all.length() / 2, begin + 4 + random.nextInt(9));
                capture.segment(SWITCH, first + begin, all.substring(2 * begin, 2 * Math.max(begin, end)));
            }
            assertThat(output(capture)).as("run %d", run).containsExactly("1", "2", "3", "4", "5");
        }
    }

    @Test
    void reportsMissingBytesAndResynchronizes() {
        String cut = echo(3);
        var capture = CaptureBuilder.ethernet()
                .syn(SWITCH, 0)
                .segment(SWITCH, 0, hello(1) + echo(2).substring(0, 20))
                .segment(SWITCH, 58, cut.substring(half(cut)))
                .segment(SWITCH, 70, hello(4))
                .segment(CONTROLLER, 0, hello(5))
                .wait(5)
                .segment(CONTROLLER, 8, hello(6))
                .segment(SWITCH, 78, hello(7));
        assertThat(output(capture))
                .containsExactly(
                        "1",
                        "5",
                        "6",
                        "40 bytes are missing in the capture in the middle of a message",
                        "12 bytes skipped outside a message",
                        "4",
                        "7");
        assertThat(decode(capture.toBytes()).exitCode()).isEqualTo(1);
        JsonNode error = objects(capture).get(3);
        assertThat(error.propertyNames())
                .containsExactly("error", "field", "offset", "errorType", "errorCode", "time", "source", "destination");
        assertThat(error.path("field").asString()).isEqualTo("tcp");
        assertThat(error.path("offset").asInt()).isEqualTo(18);
        assertThat(error.path("source").asString()).isEqualTo("10.0.0.2:40000");
    }

    @Test
    void reportsMissingBytesAtTheEnd() {
        var capture = CaptureBuilder.ethernet()
                .syn(SWITCH, 0)
                .segment(SWITCH, 0, hello(1))
                .segment(SWITCH, 32, echo(3))
                .segment(SWITCH, 56, echo(4).substring(0, 24));
        assertThat(output(capture))
                .containsExactly(
                        "1", "24 bytes are missing in the capture", "3", "incomplete message of 12 bytes at the end");
    }

    @Test
    void boundsTheBufferAfterAGap() {
        String full = "0402ff00%08x".formatted(9) + "00".repeat(0xff00 - 8);
        var capture = CaptureBuilder.ethernet().syn(SWITCH, 0).segment(SWITCH, 0, hello(1));
        for (int i = 0; i < 20; i++) {
            capture.segment(SWITCH, 9 + 0xff00 * i, full.substring(0, 2 * 0x7f80));
            capture.segment(SWITCH, 9 + 0xff00 * i + 0x7f80, full.substring(2 * 0x7f80));
        }
        capture.segment(CONTROLLER, 0, hello(2));
        assertThat(output(capture))
                .hasSize(23)
                .startsWith("1", "1 bytes are missing in the capture", "9")
                .endsWith("9", "2");
    }

    @Test
    void decodesAConnectionWithoutItsBeginning() {
        var capture = CaptureBuilder.ethernet()
                .segment(SWITCH, 500, echo(1).substring(10))
                .segment(SWITCH, 519, echo(2))
                .segment(CONTROLLER, 900, echo(3));
        assertThat(output(capture)).containsExactly("19 bytes skipped outside a message", "2", "3");
    }

    @Test
    void reportsAConnectionThatIsNotOpenFlowOnce() {
        var capture = CaptureBuilder.ethernet().syn(SWITCH, 0);
        for (int i = 0; i < 5; i++) {
            capture.segment(SWITCH, 10 * i, "16030100ff0000000000");
        }
        assertThat(output(capture))
                .satisfiesExactly(
                        error -> assertThat(error).contains("version").contains("22"),
                        error -> assertThat(error).isEqualTo("50 bytes skipped outside a message"));
    }

    @Test
    void skipsTheSegmentAfterAnInvalidLength() {
        var capture = CaptureBuilder.ethernet()
                .syn(SWITCH, 0)
                .segment(SWITCH, 0, hello(1) + "0400000300000002" + hello(3))
                .segment(SWITCH, 24, hello(4));
        assertThat(output(capture))
                .containsExactly("1", "length 3, needs at least 8", "16 bytes skipped outside a message", "4");
        assertThat(objects(capture).get(1).path("errorCode").asInt()).isEqualTo(6);
    }

    @Test
    void continuesAfterAMalformedMessage() {
        var capture = CaptureBuilder.ethernet().segment(SWITCH, 0, hello(1) + "04ee000800000002" + hello(3));
        assertThat(objects(capture))
                .satisfiesExactly(
                        object -> assertThat(object.path("xid").asInt()).isEqualTo(1),
                        object -> {
                            assertThat(object.path("errorCode").asInt()).isEqualTo(1);
                            assertThat(object.path("source").asString()).isEqualTo("10.0.0.2:40000");
                        },
                        object -> assertThat(object.path("xid").asInt()).isEqualTo(3));
    }

    @Test
    void findsConnectionsOnOtherPortsByTheirHello() {
        Side openFlow = Side.ipv4(7777, 40001);
        Side web = Side.ipv4(80, 40002);
        var capture = CaptureBuilder.ethernet()
                .segment(web.other(), 0, "474554202f20485454502f312e310d0a")
                .syn(openFlow, 100)
                .syn(openFlow.other(), 0)
                .segment(openFlow.other(), 0, "040000")
                .segment(web, 0, hello(9))
                .segment(openFlow.other(), 3, "0800000001")
                .segment(openFlow, 100, hello(2) + echo(3));
        assertThat(output(capture)).containsExactly("1", "2", "3");
    }

    @Test
    void readsOnlyTheGivenPorts() {
        var capture = CaptureBuilder.ethernet()
                .segment(SWITCH, 0, hello(1))
                .segment(Side.ipv4(7777, 40001), 0, echo(2))
                .segment(Side.ipv4(40002, 7778), 0, echo(3))
                .segment(Side.ipv4(7779, 40003), 0, hello(4));
        assertThat(output(capture)).containsExactly("1", "4");
        assertThat(output(capture, "--port", "7777,7778")).containsExactly("2", "3");
    }

    @Test
    void detectsANewConnectionWithTheSamePorts() {
        var capture = CaptureBuilder.ethernet()
                .syn(SWITCH, 1000)
                .syn(SWITCH, 1000)
                .segment(SWITCH, 1000, hello(1) + "0400")
                .syn(SWITCH, 500)
                .segment(SWITCH, 500, hello(2));
        assertThat(output(capture)).containsExactly("1", "incomplete message of 2 bytes at the end", "2");
    }

    @Test
    void reportsAJumpOfSequenceNumbers() {
        var capture = CaptureBuilder.ethernet()
                .segment(SWITCH, 0, hello(1))
                .segment(SWITCH, 0x40000000, hello(2))
                .segment(SWITCH, 0x40000008, hello(3));
        assertThat(output(capture))
                .satisfiesExactly(
                        xid -> assertThat(xid).isEqualTo("1"),
                        error -> assertThat(error).startsWith("sequence number jump of 1073741816: "),
                        xid -> assertThat(xid).isEqualTo("2"),
                        xid -> assertThat(xid).isEqualTo("3"));
    }

    @Test
    void evictsTheLeastRecentlyUsedConnectionAndReportsIt() {
        var capture = CaptureBuilder.ethernet();
        for (int i = 0; i <= 16_384; i++) {
            capture.segment(Side.ipv4(6653, 10_000 + i), 0, hello(i));
        }
        assertThat(objects(capture))
                .hasSize(16_386)
                .filteredOn(object -> object.has("error"))
                .singleElement()
                .satisfies(object -> {
                    assertThat(object.path("error").asString())
                            .startsWith("connection dropped: limit of 16384 connections ");
                    assertThat(object.path("destination").asString()).isEqualTo("10.0.0.2:10000");
                    assertThat(object.path("time").asString()).isEqualTo("2026-11-21T12:00:16.384123Z");
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 17, 60})
    void decodesATruncatedCapture(int missing) throws IOException {
        byte[] whole = CaptureBuilder.ethernet()
                .segment(SWITCH, 0, hello(1))
                .segment(SWITCH, 8, hello(2))
                .toBytes();
        Path file = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - missing));
        CommandResult outcome = CommandResult.of("decode", "--json", "--pcap", file.toString());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().lines().map(JSON::readTree))
                .satisfiesExactly(
                        object -> assertThat(object.path("xid").asInt()).isEqualTo(1), object -> {
                            assertThat(object.path("field").asString()).isEqualTo("pcap");
                            assertThat(object.path("offset").asInt()).isEqualTo(24 + (whole.length - 24) / 2);
                            assertThat(object.path("errorType").isNull()).isTrue();
                        });
    }

    @Test
    void readsPcapng() {
        byte[] packet = CaptureBuilder.ethernet().segment(SWITCH, 0, hello(1)).toBytes();
        byte[] frame = Arrays.copyOfRange(packet, 40, packet.length);
        ByteBuffer file = ByteBuffer.allocate(1000);
        int padded = frame.length + 3 & ~3;
        file.putInt(0x0a0d0d0a)
                .putInt(28)
                .putInt(0x1a2b3c4d)
                .putInt(0x10000)
                .putLong(-1)
                .putInt(28);
        file.putInt(1)
                .putInt(20)
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(0)
                .putInt(20);
        file.putInt(3)
                .putInt(16 + padded)
                .putInt(frame.length)
                .put(Arrays.copyOf(frame, padded))
                .putInt(16 + padded);
        CommandResult outcome = decode(Arrays.copyOf(file.array(), file.position()), "--json");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out().lines().map(JSON::readTree))
                .singleElement()
                .satisfies(object -> assertThat(object.path("time").asString()).isEqualTo("1970-01-01T00:00:00Z"));
    }
}

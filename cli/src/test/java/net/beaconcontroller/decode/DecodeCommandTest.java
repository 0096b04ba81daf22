package net.beaconcontroller.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of {@code decode} with hex arguments and standard input. See {@link DecodeCaptureTest} for captures. */
class DecodeCommandTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String HELLO = "0400000800000001";
    private static final String ECHO = "0402000c00000002deadbeef";
    private static final String ERROR = "0401001000000003000100060badcafe";
    private static final String BAD_TYPE = "04ee000800000009";

    @TempDir
    private Path folder;

    /** Runs the command with this standard input. */
    private static CommandResult read(InputStream in, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = new CommandLine(new DecodeCommand(in))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        return new CommandResult(exitCode, out.toString(), err.toString());
    }

    private static CommandResult read(String in, String... args) {
        return read(new ByteArrayInputStream(in.getBytes(UTF_8)), args);
    }

    private static CommandResult decode(String... hex) {
        String[] args = {"decode", "--json"};
        String[] all = Arrays.copyOf(args, args.length + hex.length);
        System.arraycopy(hex, 0, all, args.length, hex.length);
        return CommandResult.of(all);
    }

    private static List<JsonNode> objects(CommandResult outcome) {
        return outcome.out().lines().map(JSON::readTree).toList();
    }

    /** Returns the message type, or the field of the error, of each output line. */
    private static List<String> kinds(CommandResult outcome) {
        return objects(outcome).stream()
                .map(object -> object.has("error")
                        ? object.path("field").asString()
                        : object.path("type").asString())
                .toList();
    }

    /** Requires that the command failed, and that the lines of its output are of these kinds. */
    private static void assertFailed(CommandResult outcome, String... kinds) {
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(kinds(outcome)).containsExactly(kinds);
    }

    private static void assertError(
            JsonNode object, String field, int offset, @Nullable Integer errorType, @Nullable Integer errorCode) {
        assertThat(object.propertyNames()).containsExactly("error", "field", "offset", "errorType", "errorCode");
        assertThat(object.path("field").asString()).as(object.toString()).isEqualTo(field);
        assertThat(object.path("offset").asInt()).as(object.toString()).isEqualTo(offset);
        assertThat(object.path("errorType")).isEqualTo(JSON.valueToTree(errorType));
        assertThat(object.path("errorCode")).isEqualTo(JSON.valueToTree(errorCode));
    }

    @Test
    void printsEachMessageInALine() {
        CommandResult outcome = CommandResult.of("decode", HELLO, ECHO);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().lines()).containsExactly(text(HELLO), text(ECHO));
    }

    private static String text(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        return Messages.read(bytes, 0, bytes.length).toString();
    }

    @Test
    void printsEachMessageAsAnObjectInALine() {
        CommandResult outcome = decode(ECHO, HELLO);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        JsonNode echo = objects(outcome).getFirst();
        assertThat(echo.propertyNames()).containsExactly("version", "type", "xid", "reencoded", "data");
        assertThat(echo.path("version").asInt()).isEqualTo(4);
        assertThat(echo.path("type").asString()).isEqualTo("ECHO_REQUEST");
        assertThat(echo.path("xid").asLong()).isEqualTo(2);
        assertThat(echo.path("reencoded").asString()).isEqualTo(ECHO);
        assertThat(echo.path("data").asString()).isEqualTo("deadbeef");
        assertThat(kinds(outcome)).containsExactly("ECHO_REQUEST", "HELLO");
    }

    @Test
    void printsTheXidAsAnUnsignedNumber() {
        assertThat(objects(decode("04000008ffffffff")).getFirst().path("xid").asLong())
                .isEqualTo(0xffff_ffffL);
    }

    @Test
    void prefixesReservedFieldNamesWithBody() {
        JsonNode error = objects(decode(ERROR)).getFirst();
        assertThat(error.propertyNames())
                .containsExactly("version", "type", "xid", "reencoded", "body_type", "code", "data");
        assertThat(error.path("type").asString()).isEqualTo("ERROR");
        assertThat(error.path("body_type").asInt()).isEqualTo(1);
        assertThat(error.path("code").asInt()).isEqualTo(6);
    }

    @Test
    void continuesWithTheNextArgumentAfterAMalformedOne() {
        CommandResult outcome = decode(HELLO, BAD_TYPE, ECHO);
        assertThat(outcome.err()).isEmpty();
        assertFailed(outcome, "HELLO", "type", "ECHO_REQUEST");
        assertError(objects(outcome).get(1), "type", 1, 1, 1);
    }

    @Test
    void continuesWithTheNextLineAfterAMalformedOne() {
        CommandResult outcome = read(HELLO + "\n" + BAD_TYPE + "\nxx\n" + ECHO, "--json");
        assertFailed(outcome, "HELLO", "type", "hex", "ECHO_REQUEST");
    }

    @Test
    void printsErrorsInOrderWithMessages() {
        CommandResult outcome = read(HELLO + "\n" + BAD_TYPE + "\n" + ECHO + "\n");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo(text(HELLO)),
                        line -> assertThat(line).startsWith("malformed: ").contains("238"),
                        line -> assertThat(line).isEqualTo(text(ECHO)));
    }

    @Test
    void ignoresBlankLinesAndComments() {
        CommandResult outcome = read("\n \t\r\n# one message\n  # and another\n" + HELLO + "\n\n", "--json");
        assertThat(outcome.exitCode()).isZero();
        assertThat(kinds(outcome)).containsExactly("HELLO");
    }

    @Test
    void printsNothingForAnEmptyInput() {
        assertThat(read("")).isEqualTo(new CommandResult(0, "", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0402000C00000002DEADBEEF",
                "0x0402000c00000002deadbeef",
                "0X0402000c00000002deadbeef",
                "04 02 00 0c 00 00 00 02 de ad be ef",
                "04:02:00:0c:00:00:00:02:de:ad:be:ef",
                "0x04, 0x02, 0x00, 0x0c, 0x00, 0x00, 0x00, 0x02, 0xde, 0xad, 0xbe, 0xef,",
                "  \t0402 000c\t0000 0002  deadbeef \r",
                "\"0402000c00000002deadbeef\"",
                "'04-02-00-0c-00-00-00-02-de-ad-be-ef' ",
                "\ufeff0402000c00000002deadbeef",
            })
    void readsHexInAnyNotation(String hex) {
        CommandResult outcome = read(hex + "\n", "--json");
        assertThat(outcome.exitCode()).isZero();
        assertThat(objects(outcome).getFirst().path("reencoded").asString()).isEqualTo(ECHO);
    }

    @ParameterizedTest
    @CsvSource({
        "04g0000800000001, 'g', 3",
        "040x000800000001, 'x', 4",
        "04\u001b0, '\\x1b', 3",
        "0\u00e9, '\u00e9', 2",
        "04\ud83d\ude00, '\ud83d\ude00', 3",
        "\u0660\u0664, '\u0660', 1",
    })
    void namesTheBadCharacterAndItsColumn(String hex, String character, int column) {
        CommandResult outcome = read(hex + "\n" + HELLO, "--json");
        assertFailed(outcome, "hex", "HELLO");
        JsonNode error = objects(outcome).getFirst();
        assertError(error, "hex", column, null, null);
        assertThat(error.path("error").asString())
                .isEqualTo("'%s' at column %d is not a hex digit".formatted(character, column));
    }

    @Test
    void rejectsAnOddNumberOfDigits() {
        CommandResult outcome = decode("040000080000001");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertError(objects(outcome).getFirst(), "hex", 15, null, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "''", "0x", ":"})
    void refusesAnArgumentWithoutADigit(String hex) {
        assertFailed(decode(hex, HELLO), "hex", "HELLO");
    }

    @ParameterizedTest
    @ValueSource(strings = {"04", "04000008000000", "0402000c00000002deadbe", "0402ffff00000002", "0402000700000002"})
    void rejectsAMessageShorterThanItsLengthOrAHeader(String hex) {
        CommandResult outcome = decode(hex, HELLO);
        assertFailed(outcome, "length", "HELLO");
        assertError(objects(outcome).getFirst(), "length", 2, 1, 6);
    }

    @Test
    void rejectsAMessageLongerThanItsLength() {
        CommandResult outcome = read(HELLO + ECHO + "\n" + ECHO, "--json");
        assertFailed(outcome, "length", "ECHO_REQUEST");
        assertError(objects(outcome).getFirst(), "length", 2, 1, 6);
    }

    @Test
    void rejectsALineThatIsTooLongAndContinues() throws IOException {
        try (InputStream in = new SequenceInputStream(
                new Repeated('0', 20_000_000), new ByteArrayInputStream(("\n" + HELLO).getBytes(UTF_8)))) {
            CommandResult outcome = read(in, "--json");
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(kinds(outcome)).containsExactly("hex", "HELLO");
        }
    }

    @Test
    void readsALineAsLongAsTheLimit() {
        String line = HELLO + " ".repeat(LineReader.MAX_LENGTH - HELLO.length());
        CommandResult outcome = read(line + "\n" + line + " \n" + HELLO + "\n", "--json");
        assertThat(kinds(outcome)).containsExactly("HELLO", "hex", "HELLO");
    }

    /** An input that repeats one character {@code count} times. */
    private static final class Repeated extends InputStream {
        private final char character;
        private int left;

        Repeated(char character, int count) {
            this.character = character;
            left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? character : -1;
        }

        @Override
        public int read(byte[] array, int offset, int length) {
            int count = Math.min(length, left);
            Arrays.fill(array, offset, offset + count, (byte) character);
            left -= count;
            return count > 0 ? count : -1;
        }
    }

    /** Stores a line, and returns its length. */
    private static int putHello(byte[] array, int offset) {
        byte[] line = (HELLO + "\n").getBytes(UTF_8);
        System.arraycopy(line, 0, array, offset, line.length);
        return line.length;
    }

    @Test
    void flushesOutputBeforeItWaitsForInput() throws IOException {
        var seen = new StringWriter();
        try (var in = new InputStream() {
            private int lines;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] array, int offset, int length) {
                assertThat(seen.toString().lines()).hasSize(lines);
                if (lines == 3) {
                    return -1;
                }
                lines++;
                return putHello(array, offset);
            }
        }) {
            var out = new PrintWriter(new BufferedWriter(seen));
            assertThat(new CommandLine(new DecodeCommand(in)).setOut(out).execute())
                    .isZero();
        }
    }

    @Test
    void endsWhenItsOutputIsClosed() throws IOException {
        var closed = new Writer() {
            @Override
            public void write(char[] array, int offset, int length) throws IOException {
                throw new IOException("closed");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        try (var endless = new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] array, int offset, int length) {
                return putHello(array, offset);
            }
        }) {
            int exitCode = new CommandLine(new DecodeCommand(endless))
                    .setOut(new PrintWriter(closed))
                    .setErr(new PrintWriter(new StringWriter()))
                    .execute();
            assertThat(exitCode).isEqualTo(1);
        }
    }

    /** Returns a switch description whose manufacturer contains control, bidirectional and non-ASCII characters. */
    private static String hostileReply() {
        var reply = ByteBuffer.allocate(1072);
        reply.put(HexFormat.of().parseHex("0413043000000005" + "0000000000000000"));
        reply.put("a\u001b[31mb\u007f\u009b\u00e9\u202e\n".getBytes(UTF_8));
        return HexFormat.of().formatHex(reply.array());
    }

    @Test
    void escapesTerminalControlCharacters() {
        for (String[] args : List.of(
                new String[] {"decode", hostileReply()},
                new String[] {"decode", "--json", hostileReply()},
                new String[] {"decode", "\u001b[31m"},
                new String[] {"decode", "--json", "\u001b[31m"})) {
            String out = CommandResult.of(args).out();
            assertThat(out).endsWith("\n").hasLineCount(1);
            assertThat(out.strip().codePoints()).noneMatch(c -> Character.isISOControl(c) || c == 0x202e);
        }
    }

    @Test
    void jsonKeepsTextUnchanged() {
        assertThat(objects(decode(hostileReply()))
                        .getFirst()
                        .findValue("mfr_desc")
                        .asString())
                .isEqualTo("a\u001b[31mb\u007f\u009b\u00e9\u202e\n");
    }

    @Test
    void reportsAnInternalErrorAndContinues() {
        var out = new StringWriter();
        var form = new DecodeFormat() {
            @Override
            public String message(@Nullable CaptureOrigin origin, Envelope envelope) {
                if (envelope.xid() == 2) {
                    throw new IllegalStateException("no such thing");
                }
                return "message";
            }

            @Override
            public String error(@Nullable CaptureOrigin origin, DecodeError error) {
                return error.error();
            }
        };
        var decoder = new Decoder(form, new PrintWriter(out));
        List.of(HELLO, ECHO, HELLO).forEach(decoder::hex);
        assertThat(decoder.hasFailed()).isTrue();
        assertThat(out.toString().lines())
                .containsExactly("message", "IllegalStateException: no such thing", "message");
    }

    @ParameterizedTest
    @CsvSource({
        "--pcap x 0400000800000001, 'either HEX or --pcap, not both'",
        "--port 6653, --port needs --pcap",
        "--pcap x --port 0, --port 0: needs a number of 1 to 65535",
        "--pcap x --port 65536, --port 65536: needs a number of 1 to 65535",
        "--bogus, unknown command or option '--bogus'",
    })
    void rejectsInvalidOptions(String line, String message) {
        CommandResult.ofLine("decode " + line).assertRefused(message, "beacon decode");
    }

    @Test
    void rejectsAFileThatIsNotACapture() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), HELLO);
        Path empty = Files.writeString(folder.resolve("empty"), "");
        Path missing = folder.resolve("missing");
        assertRefused(text, text + " is not a capture: it begins with 30343030, needs a1b2c3d4 ");
        assertRefused(empty, empty + " is not a capture: it is empty");
        assertRefused(missing, missing + " does not exist");
        assertRefused(folder, folder + " cannot be read");
    }

    private static void assertRefused(Path file, String message) {
        CommandResult.of("decode", "--pcap", file.toString()).assertRefused(message);
    }

    @Test
    void helpHasExamplesAndFitsATerminal() {
        CommandResult outcome = CommandResult.of("decode", "--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .startsWith("Usage: beacon decode ")
                .containsPattern("Examples:\\R  beacon decode 0400000800000001");
        assertThat(outcome.out().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .noneMatch(line -> line.matches("\\w+\\.?"));
    }
}

package net.beaconcontroller.cli.decode;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.support.Terminal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Prints what messages say. Messages and mistakes both go to standard output, because only so it can be seen which mistake
 * belongs to which message; standard error is for what ends the command.
 */
@Command(
        name = "decode",
        description = "Prints what OpenFlow messages say, one a line; from hex or from a capture.",
        footer = {
            "",
            "Hex may have spaces, colons, commas, quotes and 0x in it. Lines that are blank",
            "or begin with # are passed over. All of a line, or of a HEX, is one message.",
            "",
            "With --json, each message is an object on a line of its own: version (the byte",
            "of the header), type, xid, reencoded (the bytes that Beacon would write for it,",
            "in hex); with --pcap also time, source and destination; then the message's",
            "fields, by the names of the specification. A field that has one of these names",
            "or is called error gets body_ before it: an ERROR has type and body_type.",
            "",
            "What cannot be decoded is an object too: error, field, offset, errorType and",
            "errorCode, the last two as an ERROR message would say them. The field is hex for",
            "bad hex (the offset is the column, from 1), tcp for bytes that are missing in a",
            "connection or begin no message (counted in the connection), pcap for a capture",
            "that is broken off (counted in the file), and otherwise a field of the message",
            "(counted from the begin of the message). Decoding then goes on.",
            "",
            "Examples:",
            "  beacon decode 0400000800000001",
            "  beacon decode --json < messages.txt",
            "  beacon decode --pcap openflow.pcap",
            "  tcpdump -U -w - tcp port 6653 | beacon decode --pcap -",
            "",
            "Exit codes: 0 all was decoded, 1 something was not, 2 the command is wrong or",
            "the capture cannot be read."
        })
public final class DecodeCommand implements Callable<Integer> {
    private static final Set<Integer> OPENFLOW_PORTS = Set.of(6653, 6633);
    private static final int MAX_PORT = 0xffff;

    private final InputStream standardInput;

    @Parameters(paramLabel = "HEX", description = "A message. Without any, and without --pcap, standard input is read.")
    private List<String> hex = List.of();

    @Option(names = "--json", description = "Prints JSON, for programs.")
    private boolean json;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description = "Reads a capture, pcap or pcapng; - is standard input.")
    private @Nullable String capture;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            split = ",",
            description = "Which TCP ports of a capture are OpenFlow's. Without it: 6653, 6633, and"
                    + " whatever connection begins with a HELLO.")
    private Set<Integer> ports = Set.of();

    @Spec
    private CommandSpec spec;

    DecodeCommand() {
        this(System.in);
    }

    DecodeCommand(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    @Override
    public Integer call() throws IOException {
        refuseWhatDoesNotFit();
        PrintWriter out = spec.commandLine().getOut();
        var decoder = new Decoder(json ? new DecodeJson() : new DecodeText(), out);
        try {
            decode(decoder, out);
        } finally {
            out.flush();
        }
        if (out.checkError()) {
            throw new IOException("the output could not be written, or not all of it");
        }
        return decoder.hasFailed() ? 1 : 0;
    }

    private void decode(Decoder decoder, PrintWriter out) throws IOException {
        if (capture != null) {
            decodeCapture(capture, decoder, out);
        } else if (hex.isEmpty()) {
            decodeLines(decoder, out);
        } else {
            hex.forEach(decoder::hex);
        }
    }

    private void refuseWhatDoesNotFit() {
        if (capture != null && !hex.isEmpty()) {
            throw refusal("either HEX or --pcap, not both");
        }
        if (capture == null && !ports.isEmpty()) {
            throw refusal("--port needs --pcap");
        }
        for (int port : ports) {
            if (port < 1 || port > MAX_PORT) {
                throw refusal("--port %d: needs a number of 1 to %d".formatted(port, MAX_PORT));
            }
        }
    }

    private ParameterException refusal(String mistake) {
        return new ParameterException(spec.commandLine(), mistake);
    }

    private void decodeLines(Decoder decoder, PrintWriter out) throws IOException {
        if (Terminal.isThere()) {
            spec.commandLine().getErr().println("beacon: type messages in hex, one a line; Ctrl-D ends");
        }
        var lines = new LineReader(new FlushingInput(standardInput, out));
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (lines.wasTooLong()) {
                decoder.mistake(
                        null,
                        DecodeError.of(
                                "hex",
                                LineReader.MAX_LENGTH,
                                "a line of more than %d characters".formatted(LineReader.MAX_LENGTH)));
            } else if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                decoder.hex(line);
            }
        }
    }

    private void decodeCapture(String name, Decoder decoder, PrintWriter out) throws IOException {
        if (name.equals("-")) {
            decodeCapture("standard input", standardInput, decoder, out);
            return;
        }
        Path path = Path.of(name);
        if (!Files.exists(path)) {
            throw refusal("%s is not there".formatted(name));
        }
        if (Files.isDirectory(path) || !Files.isReadable(path)) {
            throw refusal("%s cannot be read".formatted(name));
        }
        try (InputStream in = Files.newInputStream(path)) {
            decodeCapture(name, in, decoder, out);
        }
    }

    private void decodeCapture(String name, InputStream in, Decoder decoder, PrintWriter out) throws IOException {
        PcapReader packets;
        try {
            packets = new PcapReader(new FlushingInput(in, out));
        } catch (PcapException e) {
            throw refusal("%s is not a capture: %s".formatted(name, e.getMessage()));
        }
        var streams = ports.isEmpty()
                ? new TcpConnections(OPENFLOW_PORTS, true, decoder)
                : new TcpConnections(ports, false, decoder);
        var reader = new TcpSegmentReader(decoder);
        try {
            while (packets.next()) {
                TcpSegment segment = reader.read(packets);
                if (segment != null) {
                    streams.add(segment);
                }
            }
            streams.end();
        } catch (PcapException e) {
            streams.end();
            String mistake = "the capture is broken at byte %d: %s".formatted(packets.position(), e.getMessage());
            decoder.mistake(null, DecodeError.of("pcap", packets.position(), mistake));
        }
    }
}

package net.beaconcontroller.decode;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.OutputClosedException;
import net.beaconcontroller.console.Terminal;
import net.beaconcontroller.console.ToolCommand;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The {@code decode} command. Decode errors go to standard output, between the messages that they belong to; standard
 * error is for errors that end the command.
 */
@Command(
        name = "decode",
        description = "Decodes OpenFlow messages from hex or from a capture, one per line.",
        footer = {
            "",
            "Hex may contain spaces, colons, commas, quotes and 0x. Blank lines and lines",
            "that begin with # are ignored. A line, or a HEX argument, is one message.",
            "",
            "With --json, each message is an object on one line: version (the header byte),",
            "type, xid, reencoded (the message as Beacon encodes it, in hex); with --pcap",
            "also time, source and destination; then the fields by their names in the",
            "specification. A field with one of these names, or named error, has the prefix",
            "body_: an ERROR has type and body_type.",
            "",
            "A decode error is an object too: error, field, offset, and errorType and",
            "errorCode as in an OpenFlow ERROR. The field is hex for invalid hex (offset:",
            "column, from 1), tcp for missing bytes or bytes outside a message (offset: in",
            "the connection), pcap for a damaged capture (offset: in the file), else a field",
            "of the message (offset: in the message). Decoding continues after an error.",
            "",
            "Examples:",
            "  beacon decode 0400000800000001",
            "  beacon decode --json < messages.txt",
            "  beacon decode --pcap openflow.pcap",
            "  tcpdump -U -w - tcp port 6653 | beacon decode --pcap -",
            "",
            "Exit codes: 0 all messages decoded, 1 decode errors, 2 invalid command line or",
            "unreadable capture."
        })
public final class DecodeCommand implements Callable<Integer>, ToolCommand {
    private static final Set<Integer> OPENFLOW_PORTS = Set.of(6653, 6633);
    private final InputStream standardInput;

    @Parameters(paramLabel = "HEX", description = "A message. Default: reads lines from standard input.")
    private List<String> hex = List.of();

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Option(names = "--pcap", paramLabel = "FILE", description = "A capture file, pcap or pcapng; - is standard input.")
    private @Nullable String capture;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            split = ",",
            description = "The TCP ports of OpenFlow in a capture. Default: 6653, 6633, and any connection that"
                    + " begins with a HELLO.")
    private Set<Integer> ports = Set.of();

    @Spec
    private CommandSpec spec;

    public DecodeCommand() {
        this(System.in);
    }

    DecodeCommand(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    @Override
    public Integer call() throws IOException {
        checkOptions();
        PrintWriter out = spec.commandLine().getOut();
        var decoder = new Decoder(json ? new DecodeJson() : new DecodeText(), out);
        try {
            decode(decoder, out);
        } finally {
            out.flush();
        }
        OutputClosedException.flush(out);
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

    private void checkOptions() {
        if (capture != null && !hex.isEmpty()) {
            throw new UsageException("either HEX or --pcap, not both");
        }
        if (capture == null && !ports.isEmpty()) {
            throw new UsageException("--port needs --pcap");
        }
        for (int port : ports) {
            if (port < 1 || port > HostPort.MAX_PORT) {
                throw new UsageException("--port %d: needs a number of 1 to %d".formatted(port, HostPort.MAX_PORT));
            }
        }
    }

    private void decodeLines(Decoder decoder, PrintWriter out) throws IOException {
        if (Terminal.isInteractive()) {
            spec.commandLine().getErr().println("beacon: enter messages in hex, one per line; Ctrl-D ends the input");
        }
        var lines = new LineReader(new FlushingInput(standardInput, out));
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (lines.wasTooLong()) {
                decoder.error(
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
            throw new UsageException("%s does not exist".formatted(name));
        }
        if (Files.isDirectory(path) || !Files.isReadable(path)) {
            throw new UsageException("%s cannot be read".formatted(name));
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
            throw new UsageException("%s is not a capture: %s".formatted(name, e.getMessage()));
        }
        var streams = ports.isEmpty()
                ? new TcpConnections(OPENFLOW_PORTS, true, decoder)
                : new TcpConnections(ports, false, decoder);
        var reader = new TcpSegmentReader(decoder);
        try {
            for (PcapReader.Packet packet = packets.next(); packet != null; packet = packets.next()) {
                TcpSegment segment = reader.read(packet);
                if (segment != null) {
                    streams.add(segment);
                }
            }
            streams.end();
        } catch (PcapException e) {
            streams.end();
            String message = "damaged capture at byte %d: %s".formatted(packets.position(), e.getMessage());
            decoder.error(null, DecodeError.of("pcap", packets.position(), message));
        }
    }
}

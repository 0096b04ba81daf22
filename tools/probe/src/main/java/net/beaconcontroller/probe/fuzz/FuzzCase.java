package net.beaconcontroller.probe.fuzz;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.robustness.ProbeCase;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of messages that a served switch sends.
 *
 * <p>In a file, {@code openflow} gives the version, and {@code segment} the number of bytes per TCP segment, 0 for all
 * at once. Each further line is a message in hexadecimal. {@code #} begins a comment.
 *
 * @param segment the number of bytes that are written at once; 0 to write all messages at once
 */
public record FuzzCase(Version version, int segment, List<FuzzMessage> messages) {
    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final String OPENFLOW = "openflow ";
    private static final String SEGMENT = "segment ";

    public FuzzCase {
        if (segment < 0) {
            throw new IllegalArgumentException("segment %d: needs at least 0".formatted(segment));
        }
        messages = List.copyOf(messages);
    }

    FuzzCase with(List<FuzzMessage> others) {
        return new FuzzCase(version, segment, others);
    }

    /** Returns all bytes, one message after the other. */
    Bytes bytes() {
        int length =
                messages.stream().mapToInt(message -> message.sent().length()).sum();
        var all = new byte[length];
        int at = 0;
        for (FuzzMessage message : messages) {
            message.sent().copyTo(all, at);
            at += message.sent().length();
        }
        return Bytes.of(all);
    }

    /**
     * Returns the case for a trial. Its name is the same for all sequences, so that what else the switches send depends
     * on the seed alone. It is never obeyed: random messages may be correct.
     */
    public ProbeCase probeCase() {
        return new ProbeCase("fuzz/sequence", "a random sequence", probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    CraftedMessage all = CraftedMessage.ofBytes(bytes().toArray());
                    if (segment == 0) {
                        culprit.send(all);
                    } else {
                        culprit.sendSlowly(all, segment, PAUSE);
                    }
                })
                .allowed();
    }

    /**
     * Writes the file.
     *
     * @param comment the findings about the case, for people
     */
    void write(Path file, String comment) throws IOException {
        var text = new StringBuilder();
        comment.lines().forEach(line -> text.append("# ").append(line).append('\n'));
        text.append(OPENFLOW).append(version).append('\n');
        text.append(SEGMENT).append(segment).append('\n');
        for (FuzzMessage message : messages) {
            text.append("# ").append(message.text().replace('\n', ' ')).append('\n');
            text.append(message.sent().toString()).append('\n');
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }

    /**
     * Reads a file.
     *
     * @throws InvalidCaseException if the file is not a case; the message names the line and the valid values
     */
    public static FuzzCase read(Path file) throws IOException {
        Optional<Version> version = Optional.empty();
        int segment = 0;
        var messages = new ArrayList<FuzzMessage>();
        int number = 0;
        for (String each : text(file).split("\n", -1)) {
            number++;
            String line = each.replaceFirst("#.*", "").strip();
            try {
                if (line.startsWith(OPENFLOW)) {
                    version = Version.ofNumber(line.substring(OPENFLOW.length()).strip())
                            .filter(ProbeCase.ALL_VERSIONS::contains);
                    if (version.isEmpty()) {
                        throw new IllegalArgumentException();
                    }
                } else if (line.startsWith(SEGMENT)) {
                    segment = Integer.parseInt(line.substring(SEGMENT.length()).strip());
                    if (segment < 0) {
                        throw new IllegalArgumentException();
                    }
                } else if (!line.isEmpty()) {
                    messages.add(new FuzzMessage(Bytes.ofHex(line), Optional.empty()));
                }
            } catch (IllegalArgumentException e) {
                throw new InvalidCaseException(
                        ("%s, line %d: '%s': needs openflow with 1.0, 1.2, 1.3, 1.4 or 1.5, segment with a number, or "
                                        + "hexadecimal")
                                .formatted(file, number, line),
                        e);
            }
        }
        if (version.isEmpty() || messages.isEmpty()) {
            throw new InvalidCaseException("%s: needs a line such as openflow 1.3, and messages".formatted(file), null);
        }
        return new FuzzCase(version.get(), segment, messages);
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new InvalidCaseException("%s: needs text".formatted(file), e);
        }
    }

    /** A file is not a case. */
    public static final class InvalidCaseException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InvalidCaseException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}

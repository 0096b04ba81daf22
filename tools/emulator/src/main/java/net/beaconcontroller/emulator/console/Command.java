package net.beaconcontroller.emulator.console;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.spec.Durations;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.openflow.PortNumber;

/** A command of the {@link CommandInterpreter}, parsed. */
sealed interface Command {

    /** A command that has a result to check, so that a script can also require its failure. */
    sealed interface Check extends Command {}

    /** Traffic between hosts; it can run in the background. */
    sealed interface Traffic extends Check {}

    /**
     * Pings between pairs of hosts.
     *
     * @param count the number of random pairs; empty for all pairs
     */
    record PingAll(OptionalInt count) implements Traffic {}

    record Ping(String from, String to) implements Traffic {}

    /** UDP datagrams from one host to another. */
    record Send(String from, String to, int count) implements Traffic {}

    /** Bytes over TCP from one host to another. */
    record Stream(String from, String to, long bytes) implements Traffic {}

    /** Waits until all switches are connected. */
    record Connected(Duration timeout) implements Check {}

    /** Succeeds if the check fails. */
    record Inverted(Check check) implements Command {}

    /**
     * Starts traffic and does not wait for its end.
     *
     * @param line the command as it was entered
     * @param isInverted whether the traffic must fail
     */
    record Background(String line, Traffic traffic, boolean isInverted) implements Command {}

    /** Waits for all background traffic. */
    record Wait() implements Command {}

    /** A change of the network without a result. */
    record Change(Consumer<Network> change) implements Command {}

    record Move(String host, String sw) implements Command {}

    record Flows(String sw) implements Command {}

    record Status() implements Command {}

    record Sleep(Duration time) implements Command {}

    /** Runs the commands in a file. */
    record Source(Path file) implements Command {}

    record Help() implements Command {}

    record Quit() implements Command {}

    Pattern SPACE = Pattern.compile("\\s+");
    Pattern NUMBER = Pattern.compile("[1-9]\\d{0,6}");
    Pattern BYTES = Pattern.compile("([1-9]\\d{0,3})(B|kB|MB|GB)");
    Map<String, Long> UNITS = Map.of("B", 1L, "kB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L);
    int DEFAULT_DATAGRAMS = 100;
    long DEFAULT_STREAM_BYTES = 1_000_000;
    Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /**
     * Parses a line. A # begins a comment.
     *
     * @return empty for an empty line
     * @throws NetworkException if the line is not a command
     */
    static Optional<Command> parse(String line) {
        String text = line.replaceFirst("#.*", "").strip();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        boolean isInverted = text.startsWith("!");
        String rest = isInverted ? text.substring(1).strip() : text;
        if (rest.endsWith("&")) {
            return Optional.of(
                    background(text, rest.substring(0, rest.length() - 1).strip(), isInverted));
        }
        Command command = command(rest);
        return Optional.of(isInverted ? inverted(text, command) : command);
    }

    private static Command background(String text, String rest, boolean isInverted) {
        if (command(rest) instanceof Traffic traffic) {
            String line = text.substring(0, text.length() - 1).strip();
            return new Background(line, traffic, isInverted);
        }
        throw new NetworkException(
                "'%s': only pingall, ping, send and stream can run in the background".formatted(text));
    }

    private static Command inverted(String text, Command command) {
        if (command instanceof Check check) {
            return new Inverted(check);
        }
        throw new NetworkException(
                "'%s': only pingall, ping, send, stream and connected can follow '!'".formatted(text));
    }

    private static Command command(String text) {
        List<String> words = Arrays.asList(SPACE.split(text));
        CommandSyntax syntax = CommandSyntax.find(words.getFirst())
                .orElseThrow(() -> new NetworkException("unknown command '%s'; valid commands: %s"
                        .formatted(words.getFirst(), String.join(", ", CommandSyntax.words()))));
        syntax.requireArguments(words);
        return switch (syntax) {
            case PINGALL -> new PingAll(words.size() == 1 ? OptionalInt.empty() : OptionalInt.of(number(words.get(1))));
            case PING -> new Ping(words.get(1), words.get(2));
            case SEND ->
                new Send(words.get(1), words.get(2), words.size() == 4 ? number(words.get(3)) : DEFAULT_DATAGRAMS);
            case STREAM ->
                new Stream(words.get(1), words.get(2), words.size() == 4 ? bytes(words.get(3)) : DEFAULT_STREAM_BYTES);
            case LINK ->
                isUp(words.get(3))
                        ? new Change(network -> network.linkUp(words.get(1), words.get(2)))
                        : new Change(network -> network.linkDown(words.get(1), words.get(2)));
            case PORT -> {
                long port = words.get(2).equals("LOCAL") ? PortNumber.LOCAL : number(words.get(2));
                yield isUp(words.get(3))
                        ? new Change(network -> network.portUp(words.get(1), port))
                        : new Change(network -> network.portDown(words.get(1), port));
            }
            case SWITCH ->
                isUp(words.get(2))
                        ? new Change(network -> network.switchUp(words.get(1)))
                        : new Change(network -> network.switchDown(words.get(1)));
            case MOVE -> new Move(words.get(1), words.get(2));
            case FLOWS -> new Flows(words.get(1));
            case STATUS -> new Status();
            case CONNECTED ->
                new Connected(words.size() == 1 ? DEFAULT_CONNECT_TIMEOUT : Durations.parse(words.get(1)));
            case SLEEP -> new Sleep(Durations.parse(words.get(1)));
            case WAIT -> new Wait();
            case SOURCE -> new Source(Path.of(words.get(1)));
            case HELP -> new Help();
            case QUIT -> new Quit();
        };
    }

    private static int number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new NetworkException("'%s' is not a valid number; needs 1 to 9999999".formatted(text));
        }
        return Integer.parseInt(text);
    }

    private static long bytes(String text) {
        Matcher matcher = BYTES.matcher(text);
        if (!matcher.matches()) {
            throw new NetworkException(
                    "'%s' is not a valid size; needs 1 to 9999 with B, kB, MB or GB, such as 5MB".formatted(text));
        }
        return Long.parseLong(matcher.group(1)) * Objects.requireNonNull(UNITS.get(matcher.group(2)));
    }

    private static boolean isUp(String text) {
        return switch (text) {
            case "up" -> true;
            case "down" -> false;
            default -> throw new NetworkException("'%s' is not a valid state; needs down or up".formatted(text));
        };
    }
}

package net.beaconcontroller.emulator.console;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.emulator.spec.Durations;
import net.beaconcontroller.emulator.spec.NetworkException;

/** A line of the {@link CommandInterpreter}, understood. */
sealed interface Command {

    /** What hosts do for a while; it can go on beside other commands. */
    sealed interface Traffic extends Command {}

    /**
     * Hosts ping each other.
     *
     * @param count how many pairs, as chance will have it; all if it is empty
     */
    record PingAll(OptionalInt count) implements Traffic {}

    record Ping(String from, String to) implements Traffic {}

    /** One host sends another so many datagrams. */
    record Send(String from, String to, int count) implements Traffic {}

    /** One host sends another so many bytes over TCP. */
    record Stream(String from, String to, long bytes) implements Traffic {}

    /** What goes on while the next commands are done. */
    record Background(String line, Traffic traffic) implements Command {}

    /** Waits for what goes on. */
    record Wait() implements Command {}

    record Link(String a, String b, boolean up) implements Command {}

    record Port(String sw, int number, boolean up) implements Command {}

    record Power(String sw, boolean up) implements Command {}

    record Move(String host, String sw) implements Command {}

    record Flows(String sw) implements Command {}

    record Status() implements Command {}

    /** Waits for switches, for so long at most. */
    record Connected(Duration timeout) implements Command {}

    record Sleep(Duration time) implements Command {}

    record Help() implements Command {}

    record Quit() implements Command {}

    /** What can be said, and what it does. */
    String COMMANDS = """
            pingall [COUNT]         each host pings each other one, or COUNT pairs
            ping h1 h2              one ping
            send h1 h2 [COUNT]      datagrams, 10 ms apart (100)
            stream h1 h2 [SIZE]     bytes over TCP (1MB)
            link s1 s2 down|up      cuts or mends the links between two nodes
            port s1 3 down|up       cuts or mends the link at a port
            switch s1 down|up       cuts a switch's power, or gives it back
            move h1 s3              plugs a host in at another switch
            flows s1                the flows of a switch
            status                  what is there, what is down, and what was counted
            connected [TIME]        waits until all switches are connected (10s)
            sleep 2s                waits
            wait                    waits for what was begun with an & behind it
            help                    this
            quit                    the end""";

    String HELP = COMMANDS + "\nWith an & behind it, pingall, ping, send or stream goes on beside the next commands.";

    List<String> NAMES = COMMANDS.lines().map(line -> line.split(" ", 2)[0]).toList();

    Pattern SPACE = Pattern.compile("\\s+");
    Pattern NUMBER = Pattern.compile("[1-9]\\d{0,6}");
    int DATAGRAMS = 100;
    Pattern BYTES = Pattern.compile("([1-9]\\d{0,3})(B|kB|MB|GB)");
    long STREAM_BYTES = 1_000_000;
    Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Reads a line; what follows a # is for people.
     *
     * @return empty if there is nothing on it
     * @throws NetworkException if it is no command
     */
    static Optional<Command> parse(String line) {
        String text = line.replaceFirst("#.*", "").strip();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(text.endsWith("&") ? background(text) : command(text));
    }

    private static Command background(String text) {
        String line = text.substring(0, text.length() - 1).strip();
        if (command(line) instanceof Traffic traffic) {
            return new Background(line, traffic);
        }
        throw new NetworkException("'%s': only pingall, ping, send and stream can go on beside others".formatted(text));
    }

    private static Command command(String text) {
        List<String> words = Arrays.asList(SPACE.split(text));
        return switch (words.getFirst()) {
            case "pingall" -> {
                requireWords(words, 0, 1, "pingall [COUNT]");
                yield new PingAll(words.size() == 1 ? OptionalInt.empty() : OptionalInt.of(number(words.get(1))));
            }
            case "ping" -> {
                requireWords(words, 2, 2, "ping h1 h2");
                yield new Ping(words.get(1), words.get(2));
            }
            case "send" -> {
                requireWords(words, 2, 3, "send h1 h2 [COUNT]");
                yield new Send(words.get(1), words.get(2), words.size() == 4 ? number(words.get(3)) : DATAGRAMS);
            }
            case "stream" -> {
                requireWords(words, 2, 3, "stream h1 h2 [SIZE]");
                yield new Stream(words.get(1), words.get(2), words.size() == 4 ? bytes(words.get(3)) : STREAM_BYTES);
            }
            case "link" -> {
                requireWords(words, 3, 3, "link s1 s2 down|up");
                yield new Link(words.get(1), words.get(2), isUp(words.get(3)));
            }
            case "port" -> {
                requireWords(words, 3, 3, "port s1 3 down|up");
                yield new Port(words.get(1), number(words.get(2)), isUp(words.get(3)));
            }
            case "switch" -> {
                requireWords(words, 2, 2, "switch s1 down|up");
                yield new Power(words.get(1), isUp(words.get(2)));
            }
            case "move" -> {
                requireWords(words, 2, 2, "move h1 s3");
                yield new Move(words.get(1), words.get(2));
            }
            case "flows" -> {
                requireWords(words, 1, 1, "flows s1");
                yield new Flows(words.get(1));
            }
            case "connected" -> {
                requireWords(words, 0, 1, "connected [TIME]");
                yield new Connected(words.size() == 1 ? PATIENCE : Durations.parse(words.get(1)));
            }
            case "sleep" -> {
                requireWords(words, 1, 1, "sleep 2s");
                yield new Sleep(Durations.parse(words.get(1)));
            }
            case "wait" -> alone(words, new Wait());
            case "status" -> alone(words, new Status());
            case "help" -> alone(words, new Help());
            case "quit" -> alone(words, new Quit());
            default ->
                throw new NetworkException(
                        "there is no command '%s'; there are %s".formatted(words.getFirst(), String.join(", ", NAMES)));
        };
    }

    private static Command alone(List<String> words, Command command) {
        requireWords(words, 0, 0, words.getFirst() + ", and nothing behind it");
        return command;
    }

    private static void requireWords(List<String> words, int least, int most, String form) {
        int count = words.size() - 1;
        if (count < least || count > most) {
            throw new NetworkException("'%s': needs %s".formatted(String.join(" ", words), form));
        }
    }

    private static int number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new NetworkException("'%s' is no number here; needs 1 to 9999999".formatted(text));
        }
        return Integer.parseInt(text);
    }

    private static long bytes(String text) {
        Matcher matcher = BYTES.matcher(text);
        if (!matcher.matches()) {
            throw new NetworkException(
                    "'%s' is no size; needs 1 to 9999 with B, kB, MB or GB, such as 5MB".formatted(text));
        }
        long unit =
                switch (matcher.group(2)) {
                    case "B" -> 1;
                    case "kB" -> 1_000;
                    case "MB" -> 1_000_000;
                    default -> 1_000_000_000;
                };
        return Long.parseLong(matcher.group(1)) * unit;
    }

    private static boolean isUp(String text) {
        return switch (text) {
            case "up" -> true;
            case "down" -> false;
            default -> throw new NetworkException("'%s' is neither down nor up".formatted(text));
        };
    }
}

package net.beaconcontroller.emulator.console;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import net.beaconcontroller.emulator.spec.NetworkException;

/** The commands with their arguments and their help text, in the order in which {@code help} lists them. */
enum CommandSyntax {
    PINGALL("[COUNT]", "pings between all pairs of hosts, or COUNT random pairs"),
    PING("HOST HOST", "one ping"),
    SEND("HOST HOST [COUNT]", "UDP datagrams, 10 ms apart (100)"),
    STREAM("HOST HOST [SIZE]", "bytes over TCP (1MB)"),
    LINK("NODE NODE down|up", "cuts or restores all links between two nodes"),
    PORT("SWITCH PORT down|up", "cuts or restores the link at a port"),
    SWITCH("SWITCH down|up", "powers a switch off or on"),
    MOVE("HOST SWITCH", "attaches a host to another switch"),
    FLOWS("SWITCH", "the flows of a switch"),
    STATUS("", "nodes, links, failures and counters"),
    CONNECTED("[TIME]", "waits until all switches are connected (10s)"),
    SLEEP("TIME", "pauses, for example 2s"),
    WAIT("", "waits for the background commands and prints their results"),
    SOURCE("FILE", "runs the commands in a file"),
    HELP("", "this list"),
    QUIT("", "stops the network and exits");

    private static final String MODIFIERS = """

            COMMAND &    runs pingall, ping, send or stream in the background
            ! COMMAND    succeeds if pingall, ping, send, stream or connected fails
            # TEXT       a comment""";

    private final String arguments;
    private final String summary;

    CommandSyntax(String arguments, String summary) {
        this.arguments = arguments;
        this.summary = summary;
    }

    /** Returns the command of this name. */
    static Optional<CommandSyntax> find(String word) {
        return Arrays.stream(values())
                .filter(command -> command.word().equals(word))
                .findFirst();
    }

    /** Returns the names of all commands. */
    static List<String> words() {
        return Arrays.stream(values()).map(CommandSyntax::word).toList();
    }

    /** Returns the text that {@code help} prints. */
    static String help() {
        return Arrays.stream(values())
                        .map(command -> "%-26s %s%n".formatted(command, command.summary))
                        .collect(Collectors.joining())
                + MODIFIERS.strip();
    }

    private List<String> arguments() {
        return arguments.isEmpty() ? List.of() : List.of(arguments.split(" ", -1));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kinds of the arguments, such as HOST or down|up, without the brackets of optional ones. */
    List<String> argumentKinds() {
        return arguments().stream()
                .map(argument -> argument.replaceAll("[\\[\\]]", ""))
                .toList();
    }

    /** @throws NetworkException if this is not a valid number of arguments */
    void requireArguments(List<String> words) {
        int given = words.size() - 1;
        long required = arguments().stream()
                .filter(argument -> !argument.startsWith("["))
                .count();
        if (given < required || given > arguments().size()) {
            throw new NetworkException("'%s': needs '%s'".formatted(String.join(" ", words), this));
        }
    }

    /** Returns the command with its arguments, as the help text shows it. */
    @Override
    public String toString() {
        return (word() + " " + arguments).strip();
    }
}

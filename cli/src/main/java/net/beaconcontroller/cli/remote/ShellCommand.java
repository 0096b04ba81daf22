package net.beaconcontroller.cli.remote;

import java.io.IOError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.cli.remote.client.RemoteOptions;
import net.beaconcontroller.cli.remote.screen.SharedTerminal;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal.Signal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Spec;

/**
 * The command that reads commands from a terminal and executes them, with history and completion. It completes names
 * from the running controller.
 */
@Command(
        name = "shell",
        description = "Reads commands, with history and completion of commands, applications and settings.",
        footer = {"", "Example:", "  beacon shell"})
public final class ShellCommand implements Callable<Integer> {
    private static final String PROMPT = "beacon> ";

    /** Where the names for a parameter are, by the label of the parameter: a path and the member of its objects. */
    private static final Map<String, List<String>> NAMES = Map.of(
            "APPLICATION", List.of("applications", "name"),
            "KEY", List.of("configuration", "key"),
            "NAME", List.of("loggers", "name"));

    @Mixin
    private RemoteOptions remote;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ControllerClient client = remote.client();
        // Fails now if no controller answers.
        Object _ = client.get("status");
        Path history = Path.of(System.getProperty("user.home"), ".beacon", "history");
        Files.createDirectories(history.getParent());
        try (var shared = SharedTerminal.open()) {
            Thread thread = Thread.currentThread();
            shared.terminal().handle(Signal.INT, _ -> thread.interrupt());
            LineReader reader = LineReaderBuilder.builder()
                    .terminal(shared.terminal())
                    .variable(LineReader.HISTORY_FILE, history)
                    .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                    .completer((_, line, candidates) -> complete(line, client, candidates))
                    .build();
            read(reader);
        }
        return 0;
    }

    private void read(LineReader reader) {
        while (true) {
            try {
                List<String> words = reader.getParser().parse(reader.readLine(PROMPT), 0).words().stream()
                        .filter(word -> !word.isEmpty())
                        .toList();
                if (words.equals(List.of("exit")) || words.equals(List.of("quit"))) {
                    return;
                }
                if (!words.isEmpty()) {
                    execute(words);
                }
            } catch (UserInterruptException _) {
                // Ctrl-C discards the line.
            } catch (EndOfFileException | IOError | IllegalStateException _) {
                // JLine throws IllegalStateException if the terminal is closed, as it is when the process ends.
                return;
            }
        }
    }

    /** Executes a command, which talks to the same controller as this one. */
    private void execute(List<String> words) {
        var arguments = new ArrayList<>(words);
        if (find(words).getCommandSpec().userObject() instanceof RemoteCommand) {
            arguments.addAll(remote.arguments());
        }
        int _ = spec.root().commandLine().execute(arguments.toArray(String[]::new));
        // Ctrl-C after the end of the command
        boolean _ = Thread.interrupted();
    }

    /** Returns the command that the words name. */
    private CommandLine find(List<String> words) {
        CommandLine command = spec.root().commandLine();
        for (String word : words) {
            command = command.getSubcommands().getOrDefault(word, command);
        }
        return command;
    }

    private void complete(ParsedLine line, ControllerClient client, List<Candidate> candidates) {
        List<String> words = line.words().subList(0, line.wordIndex());
        CommandLine command = find(words);
        int parameter = (int) words.stream()
                .filter(word -> !word.startsWith("-"))
                .dropWhile(word -> !word.equals(command.getCommandName()))
                .skip(1)
                .count();
        CommandSpec at = command.getCommandSpec();
        Stream.of(
                        command.getSubcommands().keySet().stream(),
                        line.word().startsWith("-")
                                ? at.options().stream().map(OptionSpec::longestName)
                                : Stream.<String>empty(),
                        names(at, parameter, client).stream())
                .flatMap(Function.identity())
                .map(Candidate::new)
                .forEach(candidates::add);
    }

    private static List<String> names(CommandSpec command, int parameter, ControllerClient client) {
        var names = new ArrayList<String>();
        for (PositionalParamSpec each : command.positionalParameters()) {
            List<String> source = NAMES.get(each.paramLabel());
            if (source != null && each.index().contains(parameter)) {
                try {
                    JsonObject.list(client.get(source.getFirst()))
                            .forEach(object -> names.add(object.text(source.getLast())));
                } catch (IOException _) {
                    // The command will say so.
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            }
        }
        return names;
    }
}

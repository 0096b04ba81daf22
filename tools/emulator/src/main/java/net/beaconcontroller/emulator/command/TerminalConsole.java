package net.beaconcontroller.emulator.command;

import java.io.IOError;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import net.beaconcontroller.emulator.console.CommandCompleter;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A line editor on the process's terminal, with history and completion. Not thread-safe, except {@link #printAbove}.
 *
 * <p>Completion uses a snapshot of the network, taken before each prompt. It holds the lock of the line editor: if it
 * waited for the thread of the network, a log line of that thread could wait for it.
 */
final class TerminalConsole implements AutoCloseable {
    private static final String PROMPT = "> ";

    private final Terminal terminal;
    private final LineReader reader;
    private @Nullable CommandCompleter completer;

    TerminalConsole(Terminal terminal) {
        this.terminal = terminal;
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(new DefaultParser().escapeChars(new char[0]).quoteChars(new char[0]))
                .completer((_, line, candidates) -> complete(line, candidates))
                // The ! of a command is not a reference to the history.
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
    }

    static TerminalConsole open() throws IOException {
        return new TerminalConsole(TerminalBuilder.builder()
                .system(true)
                .provider(TerminalBuilder.PROP_PROVIDER_FFM)
                .build());
    }

    PrintWriter writer() {
        return terminal.writer();
    }

    /**
     * Reads a line. Ctrl-C discards the text that has been typed.
     *
     * @return null at the end of input: Ctrl-D, or Ctrl-C on an empty line
     */
    @Nullable
    String readLine(CommandCompleter newCompleter) {
        completer = newCompleter;
        while (true) {
            try {
                return reader.readLine(PROMPT);
            } catch (UserInterruptException e) {
                if (e.getPartialLine().isBlank()) {
                    return null;
                }
            } catch (EndOfFileException | IOError | IllegalStateException _) {
                // JLine throws IllegalStateException if the terminal is closed, as it is when the process ends.
                return null;
            }
        }
    }

    /** Prints lines above the prompt. */
    void printAbove(String lines) {
        reader.printAbove(lines);
    }

    private void complete(ParsedLine line, List<Candidate> candidates) {
        if (completer == null) {
            return;
        }
        List<String> words = line.words().subList(0, line.wordIndex() + 1);
        for (String candidate : completer.complete(words)) {
            boolean isComplete = !candidate.endsWith("/");
            candidates.add(new Candidate(candidate, candidate, null, null, null, null, isComplete));
        }
    }

    /** Restores the terminal's settings. */
    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException _) {
            // The terminal was closed.
        }
    }
}

package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.screen.Screen;
import net.beaconcontroller.console.OutputClosedException;
import net.beaconcontroller.console.Terminal;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * A command that prints a list, once, or with {@code --watch} again and again: on the whole terminal, or, if the output
 * is not a terminal or JSON, one list after the other.
 */
public abstract class ListCommand extends RemoteCommand {
    private static final String DEFAULT_SECONDS = "2";
    private static final int MAX_SECONDS = 3_600;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Option(
            names = {"-w", "--watch"},
            arity = "0..1",
            fallbackValue = DEFAULT_SECONDS,
            paramLabel = "SECONDS",
            description = "Prints the list again after each period, until Ctrl-C. Default period: " + DEFAULT_SECONDS
                    + " seconds.")
    private @Nullable Integer watch;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (watch == null) {
            return super.call();
        }
        if (watch < 1 || watch > MAX_SECONDS) {
            throw new UsageException("--watch %d: needs a number from 1 to %d".formatted(watch, MAX_SECONDS));
        }
        try {
            if (isJson() || !Terminal.isInteractive()) {
                repeat(client(), watch);
            } else {
                show(client(), watch);
            }
        } catch (InterruptedException _) {
            // Ctrl-C in the shell
        }
        return CommandLine.ExitCode.OK;
    }

    private void repeat(ControllerClient client, int seconds) throws IOException, InterruptedException {
        while (true) {
            Object answer = request(client);
            if (isJson()) {
                printJson(answer, out());
            } else {
                out().println(now());
                print(answer, out());
                out().println();
            }
            OutputClosedException.flush(out());
            TimeUnit.SECONDS.sleep(seconds);
        }
    }

    private static String now() {
        return LocalTime.now(ZoneId.systemDefault()).format(TIME);
    }

    private void show(ControllerClient client, int seconds) throws IOException, InterruptedException {
        // Fails, before the terminal changes, if no controller answers.
        Object first = request(client);
        try (var screen = new Screen()) {
            screen.run(new Watched(client, seconds, text(first)), TimeUnit.SECONDS.toNanos(seconds));
        }
    }

    private String text(@Nullable Object answer) {
        var text = new StringWriter();
        print(answer, new PrintWriter(text, true));
        return text.toString();
    }

    /** The list, as a screen shows it. */
    private final class Watched implements Screen.Content {
        private final ControllerClient client;
        private final int seconds;
        private String text;

        Watched(ControllerClient client, int seconds, String text) {
            this.client = client;
            this.seconds = seconds;
            this.text = text;
        }

        @Override
        public String update() throws InterruptedException {
            try {
                text = ListCommand.this.text(request(client));
                return "%s, every %d s; Q ends".formatted(now(), seconds);
            } catch (IOException e) {
                return "no answer: " + e.getMessage();
            }
        }

        @Override
        public String text() {
            return text;
        }
    }
}

package net.beaconcontroller.emulator.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.emulator.console.CommandCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The line editor, on a pseudo-terminal. */
class TerminalConsoleTest {
    @Test
    void theLinesEndWhenTheProcessClosesTheTerminal() throws IOException {
        var out = new ByteArrayOutputStream();
        try (var input = new PipedOutputStream();
                Terminal terminal = TerminalBuilder.builder()
                        .system(false)
                        .provider(TerminalBuilder.PROP_PROVIDER_FFM)
                        .streams(new PipedInputStream(input), out)
                        .build()) {
            var console = new TerminalConsole(terminal);
            CompletableFuture<@Nullable String> line = CompletableFuture.supplyAsync(
                    () -> console.readLine(new CommandCompleter(List.of(), List.of(), List.of())));
            await().until(() -> out.toString(UTF_8).contains(">"));
            console.close();
            assertThat(line).succeedsWithin(Duration.ofSeconds(20)).isNull();
        }
    }
}

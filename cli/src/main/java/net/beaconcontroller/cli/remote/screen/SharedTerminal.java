package net.beaconcontroller.cli.remote.screen;

import java.io.IOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** The terminal of this process, which can be opened only once: a command in the shell uses that of the shell. */
public final class SharedTerminal implements AutoCloseable {
    private static @Nullable Terminal open;

    private final Terminal terminal;
    private final boolean isOwner;

    private SharedTerminal(Terminal terminal, boolean isOwner) {
        this.terminal = terminal;
        this.isOwner = isOwner;
    }

    /** Opens the terminal, unless the shell has opened it. */
    public static synchronized SharedTerminal open() throws IOException {
        if (open != null) {
            return new SharedTerminal(open, false);
        }
        Terminal created = TerminalBuilder.builder()
                .system(true)
                .provider(TerminalBuilder.PROP_PROVIDER_FFM)
                // so that Ctrl-C can end a command without ending the shell
                .nativeSignals(true)
                .build();
        open = created;
        return new SharedTerminal(created, true);
    }

    public Terminal terminal() {
        return terminal;
    }

    @Override
    public void close() throws IOException {
        synchronized (SharedTerminal.class) {
            if (isOwner) {
                open = null;
                terminal.close();
            }
        }
    }
}

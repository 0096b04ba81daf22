package net.beaconcontroller.cli.remote.screen;

import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;
import org.jline.utils.ShutdownHooks;

/** The whole terminal, on which a command shows text that changes, until a key ends it. Used by one thread. */
public final class Screen implements AutoCloseable {
    // Control sequences of ECMA-48 and xterm
    private static final String OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
    private static final String BACK = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String END_OF_LINE = "\u001b[K\r\n";
    private static final String ERASE_BELOW = "\u001b[J";

    private static final int CTRL_C = 3;
    private static final int DEFAULT_ROWS = 24;
    private static final int DEFAULT_COLUMNS = 80;

    private final SharedTerminal shared;
    private final Terminal terminal;
    private final Attributes attributes;
    /** Runs when a signal ends the process. JLine restores the attributes of the terminal then. */
    private final ShutdownHooks.Task stop;

    private boolean hasLeft;

    public Screen() throws IOException {
        shared = SharedTerminal.open();
        terminal = shared.terminal();
        attributes = terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        // Ctrl-C is a key, so that the screen is restored
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false);
        terminal.setAttributes(raw);
        terminal.writer().print(OTHER_SCREEN);
        stop = ShutdownHooks.add(this::leave);
    }

    /** The content of the screen. */
    public interface Content {
        /** Updates the text, and returns the status line. */
        String update() throws InterruptedException;

        /** Returns the text below the status line. */
        String text();

        /** Handles a key that does not end the screen. */
        default void key(int key) {}
    }

    /** Shows a content, which it updates periodically, until Q or Ctrl-C is pressed. */
    public void run(Content content, long periodNanos) throws IOException, InterruptedException {
        long next = System.nanoTime();
        while (true) {
            long millis = TimeUnit.NANOSECONDS.toMillis(next - System.nanoTime());
            if (millis > 0) {
                int key = terminal.reader().read(millis);
                if (key == 'q' || key == CTRL_C || key == NonBlockingReader.EOF) {
                    return;
                }
                content.key(key);
            } else {
                next += periodNanos;
                String status = content.update();
                draw(status, content.text());
            }
        }
    }

    /** Draws the status line, and as much of the text as there is room for. */
    private synchronized void draw(String status, String text) {
        if (hasLeft) {
            return;
        }
        Size size = terminal.getSize();
        int rows = size.getRows() > 0 ? size.getRows() : DEFAULT_ROWS;
        int columns = size.getColumns() > 0 ? size.getColumns() : DEFAULT_COLUMNS;
        var screen = new StringBuilder(HOME);
        screen.append(cut(status, columns)).append(END_OF_LINE);
        Iterator<String> lines = text.lines().iterator();
        for (int row = 2; row < rows && lines.hasNext(); row++) {
            screen.append(cut(lines.next(), columns)).append(END_OF_LINE);
        }
        screen.append(ERASE_BELOW);
        terminal.writer().print(screen);
        terminal.flush();
    }

    private static String cut(String line, int columns) {
        return line.length() > columns ? line.substring(0, columns) : line;
    }

    /** Leaves the screen. Does not use the terminal, which may be closed when a signal ends the process. */
    private synchronized void leave() {
        hasLeft = true;
        System.out.print(BACK);
        System.out.flush();
    }

    /** Restores the terminal. */
    @Override
    public void close() throws IOException {
        ShutdownHooks.remove(stop);
        leave();
        terminal.setAttributes(attributes);
        shared.close();
    }
}

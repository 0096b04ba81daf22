package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.cli.remote.TopTables.Order;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/** The rates of a controller on the whole terminal, once a second. Used by one thread. */
final class TopScreen implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    // Control sequences of ECMA-48 and xterm
    private static final String OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
    private static final String BACK = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String END_OF_LINE = "\u001b[K\r\n";
    private static final String ERASE_BELOW = "\u001b[J";

    private static final int CTRL_C = 3;
    private static final int DEFAULT_ROWS = 24;
    private static final int DEFAULT_COLUMNS = 80;

    private final ControllerClient client;
    private final SharedTerminal shared;
    private final Terminal terminal;
    private final Attributes attributes;
    private Order order;
    private JsonObject sample;
    private String tables = "";

    /** Fails, before the terminal changes, if there is no controller. */
    TopScreen(ControllerClient client, Order order) throws IOException, InterruptedException {
        this.client = client;
        this.order = order;
        sample = JsonObject.of(client.get("performance"));
        shared = SharedTerminal.open();
        terminal = shared.terminal();
        attributes = terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        // Ctrl-C is a key, so that the screen is restored
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false);
        terminal.setAttributes(raw);
        terminal.writer().print(OTHER_SCREEN);
    }

    /** Shows the rates until a key ends it. */
    void run() throws IOException, InterruptedException {
        long next = System.nanoTime() + PERIOD_NANOS;
        draw("measuring");
        while (true) {
            long millis = TimeUnit.NANOSECONDS.toMillis(next - System.nanoTime());
            if (millis > 0) {
                int key = terminal.reader().read(millis);
                if (key == 'q' || key == CTRL_C || key == NonBlockingReader.EOF) {
                    return;
                }
                sortBy(key);
            } else {
                next += PERIOD_NANOS;
                draw(measure());
            }
        }
    }

    private void sortBy(int key) {
        order = switch (key) {
            case 'p' -> Order.PACKET_INS;
            case 'o' -> Order.PACKET_OUTS;
            case 'f' -> Order.FLOW_MODS;
            case 'n' -> Order.NAME;
            default -> order;
        };
    }

    /** Updates the tables, and returns the status line. */
    private String measure() throws InterruptedException {
        try {
            JsonObject now = JsonObject.of(client.get("performance"));
            var text = new StringWriter();
            TopTables.print(JsonObject.of(Rates.between(sample, now)), order, new PrintWriter(text, true));
            tables = text.toString();
            sample = now;
            return "sorted by %s; keys: P packet-ins, O packet-outs, F flow-mods, N name, Q end"
                    .formatted(order.text());
        } catch (IOException e) {
            return "no connection: " + e.getMessage();
        }
    }

    /** Draws the status line, and as much of the tables as there is room for. */
    private void draw(String status) {
        Size size = terminal.getSize();
        int rows = size.getRows() > 0 ? size.getRows() : DEFAULT_ROWS;
        int columns = size.getColumns() > 0 ? size.getColumns() : DEFAULT_COLUMNS;
        var screen = new StringBuilder(HOME);
        screen.append(cut(status, columns)).append(END_OF_LINE);
        Iterator<String> lines = tables.lines().iterator();
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

    /** Restores the terminal. */
    @Override
    public void close() throws IOException {
        terminal.writer().print(BACK);
        terminal.flush();
        terminal.setAttributes(attributes);
        shared.close();
    }
}

package net.beaconcontroller.probe.command;

import java.io.PrintWriter;
import net.beaconcontroller.console.Terminal;

/** The progress of a command: on a terminal one line that is overwritten, elsewhere lines. */
final class ProgressLine implements AutoCloseable {
    private final PrintWriter err;
    private final boolean terminal = Terminal.isInteractive();

    ProgressLine(PrintWriter err) {
        this.err = err;
    }

    boolean isTerminal() {
        return terminal;
    }

    /** Prints what the next line overwrites. */
    void print(String text) {
        if (terminal) {
            err.print(Terminal.ERASE_LINE + "beacon: " + text);
            err.flush();
        } else {
            err.println("beacon: " + text);
        }
    }

    /** Prints a line that stays. */
    void printLasting(String text) {
        close();
        err.println("beacon: " + text);
    }

    /** Erases the line. */
    @Override
    public void close() {
        if (terminal) {
            err.print(Terminal.ERASE_LINE);
            err.flush();
        }
    }
}

package net.beaconcontroller.console;

import java.io.PrintWriter;

/** The progress of a command: on a terminal one line that is overwritten, elsewhere lines. Not thread-safe. */
public final class ProgressLine implements AutoCloseable {
    private final PrintWriter err;
    private final boolean terminal = Terminal.isInteractive();

    public ProgressLine(PrintWriter err) {
        this.err = err;
    }

    /** Returns whether lines are overwritten. */
    public boolean isTerminal() {
        return terminal;
    }

    /** Prints what the next line overwrites. */
    public void print(String text) {
        if (terminal) {
            err.print(Terminal.ERASE_LINE + "beacon: " + text);
            err.flush();
        } else {
            err.println("beacon: " + text);
        }
    }

    /** Prints a line that stays. */
    public void printLasting(String text) {
        close();
        err.println("beacon: " + text);
        err.flush();
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

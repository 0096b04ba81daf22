package net.beaconcontroller.console;

import java.io.PrintWriter;

/** Ends a command that prints until it is interrupted, because its output can no longer be written. */
public final class OutputClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Flushes an output.
     *
     * @throws OutputClosedException if this or an earlier write has failed
     */
    public static void flush(PrintWriter out) {
        if (out.checkError()) {
            throw new OutputClosedException();
        }
    }
}

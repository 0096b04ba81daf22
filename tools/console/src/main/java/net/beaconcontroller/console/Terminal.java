package net.beaconcontroller.console;

import java.io.Console;
import java.util.Optional;

/** The terminal of this process. */
public final class Terminal {
    /** Moves the cursor to the start of the line and erases the line: CR and EL of ECMA-48. */
    public static final String ERASE_LINE = "\r\u001b[K";

    private Terminal() {}

    /** Returns whether standard input and standard output are a terminal. */
    public static boolean isInteractive() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}

package net.beaconcontroller.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether a person is there, to read and to type. */
public final class Terminal {
    /** Goes to the beginning of the line, and makes it empty: CR and EL of ECMA-48. */
    public static final String ERASE_LINE = "\r\u001b[K";

    private static final Path STAT = Path.of("/proc/self/stat");

    /** Where the fields stand behind the name, which is in parentheses: proc(5), fields 5 and 8. */
    private static final int PROCESS_GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

    private Terminal() {}

    /** Whether there is a terminal, on which lines can be written over. */
    public static boolean isThere() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    /** Whether standard input is a terminal that this process may read from. */
    public static boolean isAttended() {
        return isThere() && isForeground();
    }

    /** A job that a shell runs in the background would be stopped if it read. Where that cannot be found out, it is none. */
    private static boolean isForeground() {
        try {
            String stat = Files.readString(STAT);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[PROCESS_GROUP].equals(fields[FOREGROUND_GROUP]);
        } catch (IOException _) {
            return true;
        }
    }
}

package net.beaconcontroller.emulator.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.beaconcontroller.console.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** The kinds of standard input. */
public enum StandardInputKind {
    /** A terminal; standard output is one too. */
    TERMINAL,
    /** A pipe, a file or the null device, or a terminal whose output is redirected. */
    STREAM,
    /** A terminal that belongs to another process group. A background job that reads from it is stopped by SIGTTIN. */
    UNREADABLE;

    private static final Path STAT = Path.of("/proc/self/stat");

    /** The indexes of the fields pgrp and tpgid of proc(5) after the process name, which ends in a parenthesis. */
    private static final int PROCESS_GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

    /** Returns the kind of this process's standard input. */
    public static StandardInputKind detect() {
        if (!isTerminal(SystemStream.Input)) {
            return STREAM;
        }
        if (!isForeground()) {
            return UNREADABLE;
        }
        return Terminal.isInteractive() ? TERMINAL : STREAM;
    }

    /** Returns whether standard error is a terminal. */
    static boolean isErrorTerminal() {
        return isTerminal(SystemStream.Error);
    }

    private static boolean isTerminal(SystemStream stream) {
        try {
            return TerminalProvider.load(TerminalBuilder.PROP_PROVIDER_FFM).isSystemStream(stream);
        } catch (IOException _) {
            return Terminal.isInteractive();
        }
    }

    /** Returns whether this process may read from its terminal; true if the operating system does not report it. */
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

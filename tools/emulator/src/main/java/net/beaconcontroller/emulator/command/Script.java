package net.beaconcontroller.emulator.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import net.beaconcontroller.emulator.console.CommandInterpreter;
import net.beaconcontroller.emulator.spec.NetworkException;
import org.jspecify.annotations.Nullable;

/** The source of the commands to an emulated network. */
sealed interface Script {

    /** A file. It has been read and its syntax is valid. */
    record Lines(List<String> lines) implements Script {}

    /**
     * Standard input up to its end.
     *
     * @param isRequired whether an empty standard input is an empty script; otherwise it means that the script is
     *     absent
     */
    record StandardInput(boolean isRequired) implements Script {}

    /** A person at a terminal. */
    record Terminal() implements Script {}

    /** No commands: the network runs until the process is stopped. */
    record None() implements Script {}

    /**
     * Returns the script that an option names.
     *
     * @param option a file, - for standard input, or null if the option is absent
     * @param input the kind of standard input, which decides if the option is absent
     * @throws NetworkException if a line is not a command
     */
    static Script of(@Nullable String option, StandardInputKind input) throws IOException {
        if (option == null) {
            return switch (input) {
                case TERMINAL -> new Terminal();
                case STREAM -> new StandardInput(false);
                case UNREADABLE -> new None();
            };
        }
        return option.equals("-") ? new StandardInput(true) : new Lines(CommandInterpreter.readScript(Path.of(option)));
    }
}

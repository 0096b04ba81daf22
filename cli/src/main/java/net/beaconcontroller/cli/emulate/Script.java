package net.beaconcontroller.cli.emulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import net.beaconcontroller.emulator.console.CommandInterpreter;
import net.beaconcontroller.emulator.spec.NetworkException;
import org.jspecify.annotations.Nullable;

/** Where the commands to an emulated network come from. */
sealed interface Script {

    /** A file, which has been read, and is a script. */
    record Lines(List<String> lines) implements Script {}

    /** Standard input, to its end. */
    record StandardInput() implements Script {}

    /** A person, if there is one. */
    record Person() implements Script {}

    /**
     * Reads the script that an option names: a file, or - for standard input.
     *
     * @throws NetworkException if a line is wrong
     */
    static Script of(@Nullable String option) throws IOException {
        if (option == null) {
            return new Person();
        }
        if (option.equals("-")) {
            return new StandardInput();
        }
        try {
            List<String> lines = Files.readAllLines(Path.of(option));
            CommandInterpreter.check(lines);
            return new Lines(lines);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no script %s".formatted(option), e);
        } catch (NetworkException e) {
            throw new NetworkException("%s, %s".formatted(option, e.getMessage()));
        }
    }
}

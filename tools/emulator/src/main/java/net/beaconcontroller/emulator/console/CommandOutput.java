package net.beaconcontroller.emulator.console;

/** Receives what a {@link CommandInterpreter} reports before a command has ended. */
public interface CommandOutput {
    /** Shows the progress of the current command, each second. */
    void progress(String text);

    /** Shows the result of a line of a sourced file. */
    void sourced(String line, CommandResult result);
}

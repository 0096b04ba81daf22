package net.beaconcontroller.emulator.console;

/** A receiver of intermediate output of a {@link CommandInterpreter}. By default the output is discarded. */
public interface CommandOutput {
    /** Shows the progress of the current command, each second. */
    default void progress(String text) {}

    /** Shows the result of a line of a sourced file. */
    default void sourced(String line, CommandResult result) {}
}

package net.beaconcontroller.console;

/**
 * A command of a tool that the command line does without: {@code beacon} has those whose JAR files are on its class
 * path. Such a file names its commands as providers of this service, see {@link java.util.ServiceLoader}; each has a
 * public constructor without arguments, and the annotation {@code Command} of Picocli.
 */
public interface ToolCommand {
    /** Returns the name of the command that this is a subcommand of; empty if it is one of {@code beacon}. */
    default String parent() {
        return "";
    }
}

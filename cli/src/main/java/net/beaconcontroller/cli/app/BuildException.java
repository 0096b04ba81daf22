package net.beaconcontroller.cli.app;

/** Thrown when a project does not compile. The message has the errors, one per line, each with its file and line. */
final class BuildException extends Exception {
    private static final long serialVersionUID = 1;

    BuildException(String message) {
        super(message);
    }
}

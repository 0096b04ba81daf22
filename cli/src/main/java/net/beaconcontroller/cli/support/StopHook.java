package net.beaconcontroller.cli.support;

/** Has a signal end the process cleanly and with exit code 0, for a command that runs until it is stopped. */
public final class StopHook implements AutoCloseable {
    private final Thread hook;

    /**
     * Waits for the signal.
     *
     * @param stop is run on a thread of its own when it comes
     */
    public StopHook(Runnable stop) {
        hook = new Thread(
                () -> {
                    try {
                        stop.run();
                    } finally {
                        Runtime.getRuntime().halt(0); // else a SIGTERM that was obeyed looks like a failure
                    }
                },
                "beacon-stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The command ends by itself; does nothing if a signal has come already. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // the hook runs, and ends the process
        }
    }
}

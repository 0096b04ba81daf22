package net.beaconcontroller.cli.support;

/** A shutdown hook that ends the process with exit code 0 on SIGINT or SIGTERM. */
public final class StopHook implements AutoCloseable {
    private final Thread hook;

    /**
     * Registers the hook.
     *
     * @param stop the action to run on a separate thread when a signal arrives
     */
    public StopHook(Runnable stop) {
        hook = new Thread(
                () -> {
                    try {
                        stop.run();
                    } finally {
                        // The JVM would exit with 143 after SIGTERM, which looks like a failure.
                        Runtime.getRuntime().halt(0);
                    }
                },
                "beacon-stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Removes the hook. Has no effect if a signal has arrived. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The hook is running and ends the process.
        }
    }
}

package net.beaconcontroller.core.io;

import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.PipelineRegistry;

/**
 * A design of the event loops (section 5 of the Beacon paper): the threads that handle messages, and the time at which
 * output is written. {@link RunToCompletion} is the one for use; a {@link Provider} can add others for comparison.
 */
public interface Design {
    /** Provides designs: a service that {@link java.util.ServiceLoader} finds. */
    interface Provider {
        /** Returns the design of the settings {@code io.read} and {@code io.write}, which are not the defaults. */
        Design of(ControllerOptions.Io options, Threads threads);
    }

    /** Returns the threads that call the listeners. */
    PipelineRegistry.Callers callers(List<Loop> loops);

    /** Creates the handler of a connection. On its loop. */
    InboundHandler open(Connection connection, InboundHandler.Factory sessions);

    /** Returns the action after each message that the handler of a connection encodes; empty for none. */
    default Optional<Runnable> afterMessage(Connection connection) {
        return Optional.empty();
    }

    /** Returns whether connections can move between loops. */
    boolean canMove();

    /** Starts the threads of the design, if it has some beside the loops. */
    default void start() {}

    /** Ends the threads of the design, after the loops have ended. */
    default void stop(long timeoutMillis) throws InterruptedException {}
}

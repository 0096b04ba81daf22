package net.beaconcontroller.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A controller in one configuration.
 *
 * @param name the name in reports
 * @param design the I/O design or the applications, where that varies, else "default"
 * @param loops the number of event loops, or 0 if unknown
 * @param starter starts a new instance for each measurement
 */
public record ControllerUnderTest(String name, String design, int loops, Starter starter) {
    /** Starts a controller. */
    @FunctionalInterface
    public interface Starter {
        /**
         * Starts the controller and waits until it accepts connections.
         *
         * @throws IOException if the start fails; the message gives the reason
         */
        Running start() throws IOException, InterruptedException;
    }

    /** A running controller. Closing it releases all its resources. */
    public interface Running extends AutoCloseable {
        /** Returns the address and the process to measure. */
        Target target();

        /** Returns the exit code and the last output of the process; empty while it runs. */
        Optional<String> end() throws InterruptedException;

        /** Returns the transport that Beacon reported when it started; empty for other controllers. */
        default Optional<String> transport() {
            return Optional.empty();
        }

        /** Returns where Beacon reported that its HTTP server listens; empty until it does, and if it has none. */
        default Optional<InetSocketAddress> http() {
            return Optional.empty();
        }

        @Override
        void close();
    }

    /** Returns a controller that runs independently of the benchmark and is not stopped. */
    public static ControllerUnderTest running(String name, Target target) {
        return new ControllerUnderTest(name, "default", 0, () -> new External(target));
    }

    /** Returns whether this is a {@link Baseline}. */
    public boolean isBaseline() {
        return Baseline.named(name).isPresent();
    }

    /** Returns whether this is a variant of Beacon with a shared queue. */
    public boolean hasSharedQueue() {
        return design.startsWith(Design.QUEUE);
    }

    private record External(Target target) implements Running {
        @Override
        public Optional<String> end() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }
}

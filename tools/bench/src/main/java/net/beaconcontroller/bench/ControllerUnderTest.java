package net.beaconcontroller.bench;

import java.io.IOException;
import java.util.Optional;

/**
 * A controller in one configuration, which is measured among others. Two are equal only if they are the same object.
 *
 * @param name as the report says it
 * @param design how it reads and writes, or its applications, where that is varied: "default" else
 * @param loops its threads, or 0 where that is not known
 * @param starter starts it, anew for each measurement
 */
public record ControllerUnderTest(String name, String design, int loops, Starter starter) {
    /** The name of the null controller, which answers each packet-in and looks nothing up; all others are compared with it. */
    public static final String BASELINE = "null controller";

    /** Makes a controller ready to be measured. */
    @FunctionalInterface
    public interface Starter {
        /**
         * Starts it and waits until it takes connections.
         *
         * @throws IOException if it cannot be started; the message says why
         */
        Running start() throws IOException, InterruptedException;
    }

    /** A controller that is ready; closing it leaves nothing behind. */
    public interface Running extends AutoCloseable {
        /** What is measured. */
        Target target();

        /** How it ended and what it printed last; empty while it runs. */
        Optional<String> end() throws InterruptedException;

        @Override
        void close();
    }

    /** The null controller, a process of its own. */
    public static ControllerUnderTest baseline(String cpus) {
        return new ControllerUnderTest(
                BASELINE,
                "default",
                1,
                () -> ControllerProcess.start(LaunchSpec.responder().on(cpus)));
    }

    /** A controller that runs already, and goes on when it was measured. */
    public static ControllerUnderTest running(String name, Target target) {
        return new ControllerUnderTest(name, "default", 0, () -> new Foreign(target));
    }

    /** Whether it is what the others are compared with. */
    public boolean isBaseline() {
        return name.equals(BASELINE);
    }

    private record Foreign(Target target) implements Running {
        @Override
        public Optional<String> end() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}

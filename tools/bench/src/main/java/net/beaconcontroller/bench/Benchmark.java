package net.beaconcontroller.bench;

import java.io.IOException;

/** Measures a controller. */
public interface Benchmark {
    /** Hears how a measurement goes on, about once a second, on any thread. */
    interface Progress {
        /**
         * What goes on.
         *
         * @param phase such as "warm-up"
         * @param seconds since the phase began
         * @param answersPerSecond in the last second
         */
        void tick(String phase, double seconds, double answersPerSecond);

        /** Hears what one has to know to judge the figures, such as that the controller did not keep up; a sentence. */
        default void note(String remark) {}
    }

    /**
     * Connects the switches, loads the controller and measures; blocks until that is done.
     *
     * @throws IOException if the controller cannot be reached, ends a connection or does not set up its switches; the message
     *     says which and what to do
     */
    Metrics measure(Target target, Load load, Progress progress) throws IOException, InterruptedException;
}

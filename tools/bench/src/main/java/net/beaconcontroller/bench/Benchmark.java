package net.beaconcontroller.bench;

import java.io.IOException;

/** A benchmark that measures one controller under one load. */
public interface Benchmark {
    /** The remark about a controller that another process has replaced. */
    String RESTARTED = "the controller was restarted during the measurement";

    /** Receives the progress of a measurement about once a second, on any thread. */
    interface Progress {
        /**
         * Called about once a second.
         *
         * @param phase the phase, such as "warm-up"
         * @param seconds seconds since the phase began
         * @param answersPerSecond the rate of the last second
         */
        void tick(String phase, double seconds, double answersPerSecond);

        /** Receives a remark that qualifies the metrics, for example that the controller did not keep up. */
        default void note(String remark) {}
    }

    /**
     * Connects the switches, loads the controller and measures. Blocks until the measurement is complete.
     *
     * @throws IOException if the controller is unreachable, closes a connection or does not complete a handshake
     */
    Metrics measure(Target target, Load load, Progress progress) throws IOException, InterruptedException;
}

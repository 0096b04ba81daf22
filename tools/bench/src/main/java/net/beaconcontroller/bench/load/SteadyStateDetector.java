package net.beaconcontroller.bench.load;

/** Detects a steady state: the latest rates are close to each other. Not thread-safe. */
final class SteadyStateDetector {
    private static final double SPREAD = 0.05;

    private final double[] latest;
    private int count;

    /** Compares the latest {@code size} rates. */
    SteadyStateDetector(int size) {
        latest = new double[size];
    }

    /** Adds a rate. Returns whether the latest rates are within 5 % of their maximum. */
    boolean add(double rate) {
        latest[count++ % latest.length] = rate;
        double lowest = Double.MAX_VALUE;
        double highest = 0;
        for (double each : latest) {
            lowest = Math.min(lowest, each);
            highest = Math.max(highest, each);
        }
        return count >= latest.length && highest > 0 && highest - lowest <= SPREAD * highest;
    }
}

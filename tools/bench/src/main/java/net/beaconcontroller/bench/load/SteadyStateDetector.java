package net.beaconcontroller.bench.load;

/** Tells when a rate has become stable: when the latest ones lie near each other. For one thread. */
final class SteadyStateDetector {
    private static final double SPREAD = 0.05;

    private final double[] latest;
    private int count;

    /** Looks at the latest {@code size} rates. */
    SteadyStateDetector(int size) {
        latest = new double[size];
    }

    /** Takes in the next rate; returns whether the latest ones, this one included, lie within 5 % of the highest. */
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

package net.beaconcontroller.bench;

import java.util.Collection;
import java.util.Optional;

/** The minimum, median and maximum of repeated measurements. */
public record MinMedianMax(double min, double median, double max) {

    /** Returns the summary of the values; empty if there are none. */
    public static Optional<MinMedianMax> of(Collection<Double> values) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return Optional.of(new MinMedianMax(sorted[0], median, sorted[sorted.length - 1]));
    }
}

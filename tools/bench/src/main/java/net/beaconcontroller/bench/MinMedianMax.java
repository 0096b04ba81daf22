package net.beaconcontroller.bench;

import java.util.Collection;
import java.util.Optional;

/** What repeats of the same have in common. */
public record MinMedianMax(double min, double median, double max) {

    /** Of these values; empty if there is none. */
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

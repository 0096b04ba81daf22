package net.beaconcontroller.bench.report;

import java.util.List;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.PointSummary;
import net.beaconcontroller.bench.Result;

/**
 * What was measured so far.
 *
 * @param command that a person typed
 * @param complete whether nothing is missing
 */
public record Results(String command, Machine machine, boolean complete, List<Result> measurements) {
    public Results {
        measurements = List.copyOf(measurements);
    }

    /** The axes that have points, in their order. */
    public List<Axis> axes() {
        return measurements.stream()
                .map(one -> one.point().axis())
                .distinct()
                .sorted()
                .toList();
    }

    /** The rows of an axis. */
    public List<PointSummary> rows(Axis axis) {
        return PointSummary.of(
                measurements.stream().filter(one -> one.point().axis() == axis).toList());
    }
}

package net.beaconcontroller.bench.report;

import java.util.List;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.PointSummary;
import net.beaconcontroller.bench.Result;

/**
 * The results so far.
 *
 * @param command the command line
 * @param complete whether all measurements are done
 */
public record Results(String command, Machine machine, boolean complete, List<Result> measurements) {
    public Results {
        measurements = List.copyOf(measurements);
    }

    /** Returns the measured axes in their order. */
    public List<Axis> axes() {
        return measurements.stream()
                .map(result -> result.point().axis())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the summaries of an axis. */
    public List<PointSummary> rows(Axis axis) {
        return PointSummary.of(measurements.stream()
                .filter(result -> result.point().axis() == axis)
                .toList());
    }
}

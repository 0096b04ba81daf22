package net.beaconcontroller.bench;

import java.util.List;
import java.util.stream.Stream;

/** The points of a comparison of several controllers: throughput and latency of each. */
public final class Comparison {
    private Comparison() {}

    /**
     * Returns the points of throughput, then those of latency.
     *
     * @param throughput the load; replaced by one in a supported version for a controller without this version
     */
    public static List<Point> points(List<ControllersFile.Entry> controllers, Load throughput) {
        return Stream.concat(
                        controllers.stream().map(entry -> point(Axis.CONTROLLERS, entry, throughput)),
                        controllers.stream().map(entry -> point(Axis.LATENCY, entry, throughput.roundTrips())))
                .toList();
    }

    private static Point point(Axis axis, ControllersFile.Entry entry, Load load) {
        return new Point(axis, entry.controller(), load.in(entry.version(load.version())));
    }
}

package net.beaconcontroller.bench;

import java.util.List;
import java.util.stream.Stream;

/** Points at which several controllers are compared: how much they answer, and how soon. */
public final class Comparison {
    private Comparison() {}

    /**
     * The points, for throughput and then for latency: one switch, one packet-in at a time.
     *
     * @param throughput the load; a controller that does not speak its version gets one that it speaks
     */
    public static List<Point> points(List<ControllersFile.Entry> controllers, Load throughput) {
        return Stream.concat(
                        controllers.stream().map(one -> point(Axis.CONTROLLERS, one, throughput)),
                        controllers.stream().map(one -> point(Axis.LATENCY, one, throughput.oneAtATime())))
                .toList();
    }

    private static Point point(Axis axis, ControllersFile.Entry one, Load load) {
        return new Point(axis, one.contender(), load.in(one.version(load.version())));
    }
}

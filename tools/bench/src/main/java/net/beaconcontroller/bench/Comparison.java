package net.beaconcontroller.bench;

import java.util.List;
import java.util.stream.Stream;

/** The points of a comparison of several controllers. */
public final class Comparison {
    private Comparison() {}

    /**
     * Returns the points of throughput of each controller, then those of latency.
     *
     * @param throughput the load; replaced by one in a supported version for a controller without this version
     */
    public static List<Point> points(List<ControllersFile.Entry> controllers, Load throughput) {
        return Stream.concat(
                        controllers.stream().map(entry -> point(Axis.CONTROLLERS, entry, throughput)),
                        controllers.stream().map(entry -> point(Axis.LATENCY, entry, throughput.roundTrips())))
                .toList();
    }

    /**
     * Returns the points of a sweep, for each controller.
     *
     * @param axis loops, switches or hosts
     * @param load the load of each point, before the swept parameter is set; see {@link #points(List, Load)}
     * @throws IllegalArgumentException if a value is wrong, or a controller cannot have a number of event loops
     */
    public static List<Point> points(
            List<ControllersFile.Entry> controllers, Axis axis, List<Integer> values, Load load) {
        return controllers.stream()
                .flatMap(entry -> values.stream().map(value -> point(axis, entry, value, load)))
                .toList();
    }

    private static Point point(Axis axis, ControllersFile.Entry entry, int value, Load load) {
        Load supported = load.in(entry.version(load.version()));
        return switch (axis) {
            case LOOPS -> new Point(axis, withLoops(entry, value), supported);
            case SWITCHES -> new Point(axis, entry.controller(), supported.ofSwitches(value));
            case HOSTS -> new Point(axis, entry.controller(), supported.ofHosts(value));
            case DESIGNS, APPLICATIONS, LATENCY, CONTROLLERS ->
                throw new IllegalArgumentException(axis.keyword() + " of several controllers cannot be swept");
        };
    }

    private static ControllerUnderTest withLoops(ControllersFile.Entry entry, int loops) {
        if (loops < 1) {
            throw new IllegalArgumentException("loops %d: needs 1 or more".formatted(loops));
        }
        return entry.ofLoops()
                .orElseThrow(() ->
                        new IllegalArgumentException("loops: controller %s has no {loops} in its command or environment"
                                .formatted(entry.controller().name())))
                .apply(loops);
    }

    private static Point point(Axis axis, ControllersFile.Entry entry, Load load) {
        return new Point(axis, entry.controller(), load.in(entry.version(load.version())));
    }
}

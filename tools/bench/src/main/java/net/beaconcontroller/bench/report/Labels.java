package net.beaconcontroller.bench.report;

import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Point;

/** What points and loads are called. */
public final class Labels {
    private Labels() {}

    /** A controller and its design. */
    public static String of(ControllerUnderTest contender) {
        return contender.design().equals("default") ? contender.name() : contender.name() + " " + contender.design();
    }

    /** A point among the others of its axis, such as "Beacon, switches: 16". */
    public static String of(Point point) {
        String name = of(point.contender());
        return hasNumber(point) ? "%s, %s: %s".formatted(name, point.axis().word(), number(point)) : name;
    }

    /** Where a point lies on its axis; a dash where that is no number. */
    static String number(Point point) {
        return hasNumber(point) ? NumberFormats.count((long) point.axis().x(point)) : "-";
    }

    /** The null controller's loops are its own affair. */
    private static boolean hasNumber(Point point) {
        return point.axis().isNumeric()
                && !(point.axis() == Axis.LOOPS && point.contender().isBaseline());
    }

    /** What all these loads have in common, and all values of what differs. */
    static String of(Collection<Load> loads) {
        return "OpenFlow %s, switches: %s, hosts of each: %s, window: %s, threads of the load: %s, %s s after at most %s s of warm-up%s"
                .formatted(
                        all(loads, load -> load.version().toString()),
                        all(loads, load -> NumberFormats.count(load.switches())),
                        all(loads, load -> NumberFormats.count(load.hosts())),
                        all(loads, load -> NumberFormats.count(load.window())),
                        all(loads, load -> NumberFormats.count(load.threads())),
                        all(loads, load -> NumberFormats.plain(load.duration().toMillis() / 1000.0)),
                        all(loads, load -> NumberFormats.plain(load.warmUp().toMillis() / 1000.0)),
                        loads.stream()
                                .flatMapToDouble(load -> load.rate().stream())
                                .distinct()
                                .mapToObj(rate -> ", %s packet-ins/s".formatted(NumberFormats.rate(rate)))
                                .collect(Collectors.joining()));
    }

    private static String all(Collection<Load> loads, Function<Load, String> of) {
        return loads.stream().map(of).distinct().collect(Collectors.joining(" / "));
    }
}

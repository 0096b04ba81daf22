package net.beaconcontroller.bench.report;

import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Point;

/** Labels of controllers, points and loads. */
public final class Labels {
    private Labels() {}

    /** Returns the name and the design of a controller. */
    public static String of(ControllerUnderTest controller) {
        return controller.design().equals("default")
                ? controller.name()
                : controller.name() + " " + controller.design();
    }

    /** Returns the label of a point within its axis, such as "Beacon, switches: 16". */
    public static String of(Point point) {
        String name = of(point.controller());
        return point.x().isPresent() ? "%s, %s: %s".formatted(name, point.axis().keyword(), number(point)) : name;
    }

    /** Returns the value of a point on a numeric axis; a dash if it has none. */
    static String number(Point point) {
        return point.x().map(NumberFormats::count).orElse("-");
    }

    /** Returns a description of loads; differing values are separated by slashes. */
    static String of(Collection<Load> loads) {
        return ("OpenFlow %s, %s packet-ins, switches: %s, hosts of each: %s, window: %s, threads of the load: %s,"
                        + " %s s after at most %s s of warm-up%s")
                .formatted(
                        all(loads, load -> load.version().toString()),
                        all(loads, load -> load.form().keyword()),
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

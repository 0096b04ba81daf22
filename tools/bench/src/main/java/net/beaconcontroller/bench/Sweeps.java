package net.beaconcontroller.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The sweeps of the papers: the points of each, all with the same load but for what is varied. */
public final class Sweeps {
    private final Load load;
    private final Controllers controllers;

    /** Makes the controller of a point. */
    @FunctionalInterface
    public interface Controllers {
        /**
         * A controller of this design.
         *
         * @param loops 0 for as many as it likes
         * @param settings of Beacon, that make the design
         */
        ControllerUnderTest of(String design, int loops, Map<String, String> settings);
    }

    /**
     * Sweeps around a load.
     *
     * @param load of each point, but for what is varied; in latency, one switch of one thread with a window of 1
     */
    public Sweeps(Load load, Controllers controllers) {
        this.load = load;
        this.controllers = controllers;
    }

    /**
     * Beacon itself, started anew for each measurement.
     *
     * @param settings by key; those of a design come before
     * @param cpus see {@link LaunchSpec#cpus}
     */
    public static Controllers beacon(Map<String, String> settings, List<String> jvmOptions, String cpus) {
        return (design, loops, ofDesign) -> {
            var all = new HashMap<>(settings);
            all.putAll(ofDesign);
            if (loops > 0) {
                all.put("io.loops", "" + loops);
            }
            return new ControllerUnderTest(
                    "Beacon",
                    design,
                    loops,
                    () -> ControllerProcess.start(
                            LaunchSpec.beacon(all, jvmOptions).on(cpus)));
        };
    }

    /** A controller that runs already; what it is made like is its own affair. */
    public static Controllers running(ControllerUnderTest contender) {
        return (_, _, _) -> contender;
    }

    /** Whether an axis needs controllers that are made differently. */
    public static boolean variesController(Axis axis) {
        return axis == Axis.LOOPS || axis == Axis.DESIGNS || axis == Axis.APPLICATIONS;
    }

    /** The axes that can be swept. */
    public static List<Axis> axes() {
        return List.of(Axis.LOOPS, Axis.SWITCHES, Axis.HOSTS, Axis.DESIGNS, Axis.APPLICATIONS, Axis.LATENCY);
    }

    /** Where an axis of numbers is measured if nothing else is said, as in the papers; nothing for others. */
    public static List<Integer> usual(Axis axis, int processors) {
        return switch (axis) {
            case LOOPS ->
                IntStream.concat(
                                IntStream.iterate(1, loops -> loops < processors, loops -> 2 * loops),
                                IntStream.of(processors))
                        .boxed()
                        .toList();
            case SWITCHES -> List.of(1, 4, 8, 16, 64, 256);
            case HOSTS -> List.of(1_000, 10_000, 100_000, 1_000_000, 10_000_000);
            case DESIGNS, APPLICATIONS, LATENCY, CONTROLLERS -> List.of();
        };
    }

    /**
     * The points of a sweep.
     *
     * @param values where they are, on an axis of numbers
     */
    public List<Point> points(Axis axis, List<Integer> values) {
        return switch (axis) {
            case LOOPS ->
                Design.TABLE_2.stream()
                        .flatMap(
                                design -> values.stream().map(loops -> new Point(axis, contender(design, loops), load)))
                        .toList();
            case SWITCHES -> {
                ControllerUnderTest one = contender(Design.BEACON, 0);
                yield values.stream()
                        .map(switches -> new Point(axis, one, load.ofSwitches(switches)))
                        .toList();
            }
            case HOSTS -> {
                ControllerUnderTest one = contender(Design.BEACON, 0);
                yield values.stream()
                        .map(hosts -> new Point(axis, one, load.ofHosts(hosts)))
                        .toList();
            }
            case DESIGNS -> points(axis, Design.TABLE_2.stream(), load);
            case APPLICATIONS -> points(axis, Design.APPLICATIONS.stream(), load);
            case LATENCY ->
                points(axis, Stream.concat(Design.TABLE_2.stream(), Design.WAITS.stream()), load.oneAtATime());
            case CONTROLLERS -> throw new IllegalArgumentException("controllers are compared, not swept");
        };
    }

    private List<Point> points(Axis axis, Stream<Design> designs, Load same) {
        return designs.map(design -> new Point(axis, contender(design, 0), same))
                .distinct() // one that runs already has no designs
                .toList();
    }

    private ControllerUnderTest contender(Design design, int loops) {
        return controllers.of(design.word(), loops, design.settings());
    }
}

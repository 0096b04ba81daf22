package net.beaconcontroller.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Creates the points of a sweep: one parameter varies, the rest of the load is constant. */
public final class Sweeps {
    private final Load load;
    private final ControllerFactory controllers;

    /** Creates the controller of a point. */
    @FunctionalInterface
    public interface ControllerFactory {
        /**
         * Returns a controller with this design.
         *
         * @param loops the number of event loops, or 0 for the default
         * @param settings the settings of Beacon that select the design
         */
        ControllerUnderTest of(String design, int loops, Map<String, String> settings);
    }

    /**
     * Creates sweeps.
     *
     * @param load the load of each point, before the swept parameter is set
     */
    public Sweeps(Load load, ControllerFactory controllers) {
        this.load = load;
        this.controllers = controllers;
    }

    /**
     * Returns a factory of Beacon processes, one for each measurement. With a number of loops, each is bound to a
     * processor of its own, and the shared queue divides the number into loops, which read, and threads that call the
     * listeners; it needs two at least.
     *
     * @param settings settings by key; those of a design take precedence
     * @param cpus see {@link LaunchSpec#cpus}
     * @param certificates see {@link LaunchSpec#beacon}
     */
    public static ControllerFactory beacon(
            Map<String, String> settings, List<String> jvmOptions, String cpus, Optional<Certificates> certificates) {
        return (design, loops, ofDesign) -> {
            var all = new HashMap<>(settings);
            all.putAll(ofDesign);
            if (loops == 0) {
                return new ControllerUnderTest(
                        "Beacon",
                        design,
                        loops,
                        () -> ControllerProcess.start(
                                LaunchSpec.beacon(all, jvmOptions, certificates).on(cpus)));
            }
            all.putAll(threads(ofDesign, loops));
            return new ControllerUnderTest(
                    "Beacon",
                    design,
                    loops,
                    () -> ControllerProcess.start(
                            LaunchSpec.beacon(all, jvmOptions, certificates).on(cpus), loops));
        };
    }

    /** Returns the settings with which a design has a number of threads in all, or two if it needs two. */
    static Map<String, String> threads(Map<String, String> design, int count) {
        if (!"shared-queue".equals(design.get("io.read"))) {
            return Map.of("io.loops", "" + count);
        }
        int reading = Math.max(1, count / 2);
        return Map.of("io.loops", "" + reading, "io.pipeline-threads", "" + Math.max(1, count - reading));
    }

    /** Returns a factory that always returns this running controller. */
    public static ControllerFactory running(ControllerUnderTest controller) {
        return (_, _, _) -> controller;
    }

    /** Returns whether the axis varies the controller and not the load. */
    public static boolean variesController(Axis axis) {
        return axis == Axis.LOOPS || axis == Axis.DESIGNS || axis == Axis.APPLICATIONS;
    }

    /** Returns the axes that can be swept. */
    public static List<Axis> axes() {
        return List.of(Axis.LOOPS, Axis.SWITCHES, Axis.HOSTS, Axis.DESIGNS, Axis.APPLICATIONS, Axis.LATENCY);
    }

    /** Returns the default values of a numeric axis, as in the papers; empty for other axes. */
    public static List<Integer> defaultValues(Axis axis, int processors) {
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
     * Returns the points of a sweep.
     *
     * @param values the values of a numeric axis
     */
    public List<Point> points(Axis axis, List<Integer> values) {
        return switch (axis) {
            case LOOPS ->
                Design.TABLE_2.stream()
                        .flatMap(design ->
                                values.stream().map(loops -> new Point(axis, controller(design, loops), load)))
                        .toList();
            case SWITCHES -> points(axis, values, load::ofSwitches);
            case HOSTS -> points(axis, values, load::ofHosts);
            case DESIGNS -> points(axis, Design.TABLE_2.stream(), load);
            case APPLICATIONS -> points(axis, Design.APPLICATIONS.stream(), load);
            case LATENCY ->
                points(
                        axis,
                        Stream.concat(Design.TABLE_2.stream(), Design.IDLE_STRATEGIES.stream()),
                        load.roundTrips());
            case CONTROLLERS -> throw new IllegalArgumentException("controllers are compared, not swept");
        };
    }

    private List<Point> points(Axis axis, List<Integer> values, IntFunction<Load> loads) {
        ControllerUnderTest controller = controller(Design.BEACON, 0);
        return values.stream()
                .map(value -> new Point(axis, controller, loads.apply(value)))
                .toList();
    }

    private List<Point> points(Axis axis, Stream<Design> designs, Load same) {
        return designs.map(design -> new Point(axis, controller(design, 0), same))
                // The designs of a running controller are all the same.
                .distinct()
                .toList();
    }

    private ControllerUnderTest controller(Design design, int loops) {
        return controllers.of(design.keyword(), loops, design.settings());
    }
}

package net.beaconcontroller.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Measures points repeatedly. Each repeat measures all points, so that a slowdown of the machine affects all alike, and
 * measures the baseline before the other controllers of each load.
 *
 * <p>The baseline takes up to half of the duration of a sweep. On a shared machine, rates drift from minute to minute;
 * the ratio of two adjacent measurements drifts much less.
 */
public final class Experiment {
    private final Benchmark instrument;
    private final int repeats;
    private final List<Point> order;
    /** Controllers that failed to start, with the reason. */
    private final Map<ControllerUnderTest, String> startFailures = new HashMap<>();

    /** Receives the progress of an experiment. */
    public interface Listener extends Benchmark.Progress {
        /**
         * Called before a measurement.
         *
         * @param number the number of the measurement, from 1
         * @param count the total number of measurements
         */
        void begins(int number, int count, Point point, int repeat);

        /** Called after a measurement, successful or not. */
        void ended(Result result) throws IOException;
    }

    /**
     * Creates an experiment.
     *
     * @param baseline the controller that the others are compared with, for each load
     * @param points the points, in the order of the report
     * @param repeats the measurements per point, at least 1
     */
    public Experiment(
            Benchmark instrument, Function<Load, ControllerUnderTest> baseline, List<Point> points, int repeats) {
        this.instrument = instrument;
        this.repeats = repeats;
        order = withBaseline(baseline, points);
    }

    private static List<Point> withBaseline(Function<Load, ControllerUnderTest> baseline, List<Point> points) {
        record Group(Axis axis, Load load) {}
        var groups = new LinkedHashMap<Group, List<Point>>();
        for (Point point : points) {
            groups.computeIfAbsent(
                            new Group(point.axis(), point.load()),
                            group -> new ArrayList<>(
                                    List.of(new Point(group.axis(), baseline.apply(group.load()), group.load()))))
                    .add(point);
        }
        return groups.values().stream().flatMap(List::stream).toList();
    }

    /** Measures all points. A failure is a result and does not stop the experiment. */
    public void run(Listener listener) throws IOException, InterruptedException {
        int number = 0;
        for (int repeat = 1; repeat <= repeats; repeat++) {
            for (Point point : order) {
                listener.begins(++number, order.size() * repeats, point, repeat);
                listener.ended(measure(point, repeat, listener));
            }
        }
    }

    private Result measure(Point point, int repeat, Listener listener) throws InterruptedException {
        String known = startFailures.get(point.controller());
        if (known != null) {
            return failed(point, repeat, known);
        }
        ControllerUnderTest.Running running;
        try {
            running = point.controller().starter().start();
        } catch (IOException e) {
            startFailures.put(point.controller(), text(e));
            return failed(point, repeat, text(e));
        }
        try (running) {
            return measure(running, point, repeat, listener);
        }
    }

    private Result measure(ControllerUnderTest.Running running, Point point, int repeat, Listener listener)
            throws InterruptedException {
        try {
            Metrics metrics = instrument.measure(running.target(), point.load(), listener);
            return new Result(point, repeat, running.transport(), Optional.of(metrics), "");
        } catch (IOException e) {
            String end = running.end().map(how -> "; " + how).orElse("");
            return new Result(point, repeat, running.transport(), Optional.empty(), text(e) + end);
        }
    }

    private static Result failed(Point point, int repeat, String why) {
        return new Result(point, repeat, Optional.empty(), Optional.empty(), why);
    }

    private static String text(IOException e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}

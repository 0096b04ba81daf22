package net.beaconcontroller.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures points, each several times. All points come before any comes again, so that a machine that grows slower does so for
 * all alike; and in each repeat the baseline is measured with every load just before the others are.
 */
public final class Experiment {
    private final Benchmark instrument;
    private final int repeats;
    private final List<Point> order;
    private final Map<ControllerUnderTest, String> givenUp = new HashMap<>(); // what could not be started, and why

    /** Hears how an experiment goes on. */
    public interface Listener extends Benchmark.Progress {
        /**
         * A measurement begins.
         *
         * @param number 1 for the first
         * @param count how many there are
         */
        void begins(int number, int count, Point point, int repeat);

        /** A measurement has ended, or failed. */
        void ended(Result result) throws IOException;
    }

    /**
     * An experiment that is to be run.
     *
     * @param baseline what all are compared with
     * @param points in the order of the report
     * @param repeats how often each is measured, at least 1
     */
    public Experiment(Benchmark instrument, ControllerUnderTest baseline, List<Point> points, int repeats) {
        this.instrument = instrument;
        this.repeats = repeats;
        order = withBaseline(baseline, points);
    }

    private static List<Point> withBaseline(ControllerUnderTest baseline, List<Point> points) {
        record Group(Axis axis, Load load) {}
        var groups = new LinkedHashMap<Group, List<Point>>();
        for (Point point : points) {
            groups.computeIfAbsent(
                            new Group(point.axis(), point.load()),
                            group -> new ArrayList<>(List.of(new Point(group.axis(), baseline, group.load()))))
                    .add(point);
        }
        return groups.values().stream().flatMap(List::stream).toList();
    }

    /** Measures all. What fails is told to the listener like what does not, and the others go on. */
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
        String known = givenUp.get(point.contender());
        if (known != null) {
            return failed(point, repeat, known);
        }
        ControllerUnderTest.Running running;
        try {
            running = point.contender().starter().start();
        } catch (IOException e) {
            givenUp.put(point.contender(), text(e));
            return failed(point, repeat, text(e));
        }
        try (running) {
            return measure(running, point, repeat, listener);
        }
    }

    private Result measure(ControllerUnderTest.Running running, Point point, int repeat, Listener listener)
            throws InterruptedException {
        try {
            Metrics figures = instrument.measure(running.target(), point.load(), listener);
            return new Result(point, repeat, Optional.of(figures), "");
        } catch (IOException e) {
            String end = running.end().map(how -> "; " + how).orElse("");
            return failed(point, repeat, text(e) + end);
        }
    }

    private static Result failed(Point point, int repeat, String why) {
        return new Result(point, repeat, Optional.empty(), why);
    }

    private static String text(IOException e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}

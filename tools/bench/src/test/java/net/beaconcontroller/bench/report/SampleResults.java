package net.beaconcontroller.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Baseline;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Experiment;
import net.beaconcontroller.bench.FakeBenchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.Point;
import net.beaconcontroller.bench.Result;
import net.beaconcontroller.bench.Sweeps;

/** Sample results of every kind, from a fake benchmark. The main method writes a report to a folder for inspection. */
final class SampleResults {
    static final String COMMAND = "beacon bench sweep all --repeats 3";

    private static final Map<String, Double> SPEEDS = Map.of(
            "default",
            9.1e6,
            "Queue",
            2.9e6,
            "Immediate",
            0.9e6,
            "Queue Immediate",
            0.6e6,
            "learningswitch",
            9.1e6,
            "topology,devices,routing",
            4e6,
            "hub",
            14e6,
            "spin",
            9e6,
            "block",
            8e6,
            "adaptive",
            9e6);

    private final Map<Integer, ControllerUnderTest> byPort = new HashMap<>();

    private SampleResults() {}

    /** Writes all sweeps, and a comparison of controllers with these names and of one that fails. */
    static void write(ResultsFolder folder, int repeats, String... names) throws IOException, InterruptedException {
        new SampleResults().measure(folder, repeats, names);
    }

    private void measure(ResultsFolder folder, int repeats, String... names) throws IOException, InterruptedException {
        var points = new ArrayList<Point>();
        var sweeps = new Sweeps(FakeBenchmark.load(16, 700), (design, loops, _) -> controller("Beacon", design, loops));
        for (Axis axis : Sweeps.axes()) {
            points.addAll(sweeps.points(axis, Sweeps.defaultValues(axis, 12)));
        }
        for (String name : names) {
            ControllerUnderTest controller = controller(name, "default", 0);
            points.add(new Point(Axis.CONTROLLERS, controller, FakeBenchmark.load(16, 700)));
            points.add(new Point(Axis.LATENCY, controller, FakeBenchmark.load(1, 1)));
        }
        ControllerUnderTest broken = new ControllerUnderTest("Broken & <gone>", "default", 0, () -> {
            throw new IOException("java did not start: it ended with exit code 1;\nit printed last: \u001b[31m<oops>");
        });
        points.add(new Point(Axis.CONTROLLERS, broken, FakeBenchmark.load(16, 700)));
        var random = new Random(1);
        Benchmark instrument =
                new FakeBenchmark((port, load) -> rate(Objects.requireNonNull(byPort.get(port)), load, random));
        new Experiment(instrument, _ -> controller(Baseline.NULL.controllerName(), "default", 1), points, repeats)
                .run(new Experiment.Listener() {
                    @Override
                    public void begins(int number, int count, Point point, int repeat) {}

                    @Override
                    public void ended(Result result) throws IOException {
                        folder.add(result);
                    }

                    @Override
                    public void tick(String phase, double seconds, double answersPerSecond) {}
                });
    }

    private ControllerUnderTest controller(String name, String design, int loops) {
        int port = 1000 + byPort.size();
        ControllerUnderTest running = FakeBenchmark.controller(name, port);
        ControllerUnderTest controller = new ControllerUnderTest(name, design, loops, running.starter());
        byPort.put(port, controller);
        return controller;
    }

    private static double rate(ControllerUnderTest controller, Load load, Random random) {
        double noise = 1 + 0.06 * random.nextGaussian();
        double full = controller.isBaseline()
                ? 18e6
                : SPEEDS.getOrDefault(controller.design(), 1e6)
                        * (controller.loops() == 0 ? 1 : Math.min(2, 0.3 + controller.loops() * 0.2))
                        / (controller.name().equals("Beacon")
                                ? 1
                                : 1 + controller.name().length());
        double hosts = controller.isBaseline() ? 1 : Math.pow(load.hosts(), -0.15) * Math.pow(1000, 0.15);
        double waiting = load.window() == 1 ? 1.0 / 300 : Math.min(1, 0.4 + load.switches() / 20.0);
        return full * hosts * waiting * noise;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var folder = new ResultsFolder(Path.of(args[0]), COMMAND, Machine.here());
        write(folder, 3, "Beacon", "Floodlight", "NOX", "Ryu");
        folder.complete();
        for (Axis axis : folder.results().axes()) {
            System.out.println(axis.title());
            Table.of(axis, folder.results().rows(axis)).lines().forEach(System.out::println);
        }
    }
}

package net.beaconcontroller.comparison;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import net.beaconcontroller.bench.Baseline;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.ControllersFile;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;

/**
 * The measurements, in order: in each round all loads, and under each load the limit and then each controller, so that
 * a slowdown of the machine affects all alike.
 *
 * @param seconds the measured time
 * @param warmUp the maximum warm-up
 * @param cpus the processors of the limit; empty for all
 */
record Matrix(List<ControllersFile.Entry> controllers, Duration seconds, Duration warmUp, String cpus) {
    private static final int SWITCHES = 16;
    private static final int HOSTS = 1000;
    private static final int MANY_HOSTS = 100_000;
    private static final int WINDOW = 700;
    private static final List<Integer> NUMBERS_OF_SWITCHES = List.of(1, 4, 8, 16, 64, 256);
    private static final List<Integer> NUMBERS_OF_HOSTS = List.of(1000, 10_000, 100_000, 1_000_000, 10_000_000);
    private static final List<Version> VERSIONS = List.of(Version.OF10, Version.OF13);

    /** The groups of the cases of the papers. */
    private static final Set<String> CASES = Set.of("study", "hcprobe");

    /** The switches of the study's test of reliability. */
    private static final int RELIABILITY_SWITCHES = 5;

    /** A controller under a load. */
    record Point(Part part, ControllerUnderTest controller, Load load, int round) {
        /** Returns the fields of the row that describe the measurement. */
        SequencedMap<String, Object> fields() {
            var fields = new LinkedHashMap<String, Object>();
            fields.put(Row.CONTROLLER, controller.name());
            fields.put("openflow", load.version().toString());
            fields.put("switches", load.switches());
            fields.put("hosts", load.hosts());
            fields.put("window", load.window());
            fields.put("seconds", load.duration().toMillis() / 1000.0);
            load.rate().ifPresent(rate -> fields.put("rate", Math.round(rate)));
            fields.put(Row.ROUND, round);
            return fields;
        }
    }

    /** Returns the points of a round of a part under load. */
    List<Point> points(Part part, int round) {
        var points = new ArrayList<Point>();
        for (Load load : loads(part)) {
            List<ControllersFile.Entry> able = controllers.stream()
                    .filter(entry -> entry.versions().contains(load.version()))
                    .toList();
            if (!able.isEmpty()) {
                points.add(new Point(part, Baseline.LIMIT.controller(cpus, load), load, round));
                able.forEach(entry -> points.add(new Point(part, entry.controller(), load, round)));
            }
        }
        return points;
    }

    private List<Load> loads(Part part) {
        return switch (part) {
            case THROUGHPUT ->
                List.of(
                        load(Version.OF10, SWITCHES, HOSTS, WINDOW),
                        load(Version.OF13, SWITCHES, HOSTS, WINDOW),
                        load(Version.OF10, SWITCHES, MANY_HOSTS, WINDOW));
            case LATENCY ->
                VERSIONS.stream().map(version -> load(version, 1, HOSTS, 1)).toList();
            case SWITCHES ->
                NUMBERS_OF_SWITCHES.stream()
                        .map(switches -> load(Version.OF10, switches, HOSTS, WINDOW))
                        .toList();
            case HOSTS ->
                NUMBERS_OF_HOSTS.stream()
                        .map(hosts -> load(Version.OF10, SWITCHES, hosts, WINDOW))
                        .toList();
            case RESOURCES, ROBUSTNESS, RELIABILITY, CBENCH -> List.of();
        };
    }

    /** Returns the versions in which the robustness of a controller is tested. */
    static List<Version> versions(ControllersFile.Entry entry) {
        return VERSIONS.stream().filter(entry.versions()::contains).toList();
    }

    private Load load(Version version, int switches, int hosts, int window) {
        return new Load(
                version, PacketInForm.PLAIN, switches, hosts, window, 1, seconds, warmUp, OptionalDouble.empty());
    }

    /** Returns the points of a day of packet-ins at a constant rate, without the limit. */
    List<Point> reliability(double packetInsPerSecond) {
        return controllers.stream()
                .map(entry -> new Point(
                        Part.RELIABILITY,
                        entry.controller(),
                        new Load(
                                entry.version(Version.OF10),
                                PacketInForm.PLAIN,
                                RELIABILITY_SWITCHES,
                                MANY_HOSTS,
                                WINDOW,
                                1,
                                seconds,
                                warmUp,
                                OptionalDouble.of(packetInsPerSecond)),
                        1))
                .toList();
    }

    /** Returns the cases of robustness. */
    static List<ProbeCase> cases() {
        return Catalogue.all().stream()
                .filter(probeCase -> CASES.contains(probeCase.group()))
                .toList();
    }
}

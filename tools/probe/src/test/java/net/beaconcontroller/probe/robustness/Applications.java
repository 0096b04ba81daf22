package net.beaconcontroller.probe.robustness;

import java.io.IOException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.acl.RuleBook;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.routing.Forwarder;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.staticflows.StaticFlows;
import net.beaconcontroller.statistics.Statistics;
import net.beaconcontroller.topology.Topology;

/** Applications with which Beacon is tried, and the file of their verdicts. */
enum Applications {
    LEARNING_SWITCH("learning-switch", LearningSwitch.class),
    /** Those that start if no others are configured. */
    DEFAULT(
            "default-applications",
            Topology.class,
            Devices.class,
            Forwarder.class,
            RuleBook.class,
            StaticFlows.class,
            Statistics.class);

    private final String name;
    /** The setting {@code apps}. */
    private final String locations;

    /** @param classes a class of each application */
    Applications(String name, Class<?>... classes) {
        this.name = name;
        this.locations = Stream.of(classes).map(Applications::location).collect(Collectors.joining(","));
    }

    /** Returns the file of the expected verdicts. */
    Path verdicts() {
        return Path.of("src/test/verdicts", name + ".txt");
    }

    /**
     * Starts Beacon with the applications.
     *
     * @param message the time that it waits for the rest of a message, which is usually longer
     */
    Beacon start(Duration message) throws IOException {
        Map<String, String> settings = Map.of(
                "controller.listen",
                "127.0.0.1:0",
                "controller.message-timeout",
                message.toMillis() + "ms",
                "data.folder",
                "none",
                "log.level",
                "WARN",
                "apps",
                locations);
        return Beacon.start(Settings.read(null, settings, Map.of()), Path.of("none"));
    }

    private static String location(Class<?> type) {
        CodeSource source = Objects.requireNonNull(type.getProtectionDomain().getCodeSource());
        return source.getLocation().getPath();
    }

    @Override
    public String toString() {
        return name;
    }
}

package net.beaconcontroller.runtime;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.store.Store;

/** Applications of a controller without switches, for tests. */
final class TestApplications {
    private TestApplications() {}

    /** Starts the framework, without applications and without a limit of the time that they take to start. */
    static Applications start(Events events, Store store, Path data) {
        return start(events, store, data, Optional.empty());
    }

    static Applications start(Events events, Store store, Path data, Optional<Duration> limit) {
        var controller = new IdleController();
        return new Applications(
                controller,
                controller,
                new ApplicationConfiguration(Map.of()),
                events,
                store,
                new BundledApplications(Path.of("none")),
                data,
                limit);
    }

    /** Installs an application and starts it. */
    static void install(Applications applications, Path file) {
        applications.apply(List.of(new ApplicationChange.Install(file, file.toString(), true)), false);
    }

    static void update(Applications applications, Path file) {
        applications.apply(List.of(new ApplicationChange.Update(file, file.toString())), false);
    }

    static void start(Applications applications, String name) {
        applications.apply(List.of(new ApplicationChange.Start(name)), false);
    }

    static void stop(Applications applications, String name) {
        applications.apply(List.of(new ApplicationChange.Stop(name)), false);
    }

    static void remove(Applications applications, String name) {
        applications.apply(List.of(new ApplicationChange.Remove(name)), false);
    }
}

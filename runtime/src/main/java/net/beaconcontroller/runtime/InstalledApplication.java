package net.beaconcontroller.runtime;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.runtime.Requirements.Requirement;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** An installed version of an application. {@link Applications} changes it under its lock; any thread reads it. */
final class InstalledApplication {
    static final String BUILT_IN = "built in";

    final Bundle bundle;
    /** The file from which the bundle is loaded. */
    final Path file;

    final String origin;

    /** Starts and stops the bundle. */
    final Lifecycle lifecycle;

    private final Optional<Duration> limit;

    /** Whether it was installed while the controller ran, so that it is installed again at the next start. */
    volatile boolean recorded;

    /** Whether it is started: it runs as long as its needs are provided. */
    volatile boolean started;

    /** Why the last attempt to start it failed; empty if it did not. */
    volatile String failure = "";

    /** Why it did not start with the controller, as it did before; empty if it did, or should not. */
    volatile String notRestored = "";

    /** Null until they are needed. */
    private volatile @Nullable List<Requirement> needs;

    /** @param limit the time limit of its {@link Lifecycle}; empty for none */
    InstalledApplication(Bundle bundle, Path file, String origin, Optional<Duration> limit) {
        this.bundle = bundle;
        this.file = file;
        this.origin = origin;
        this.limit = limit;
        this.lifecycle =
                new Lifecycle(bundle.getSymbolicName(), bundle.getVersion().toString(), limit);
    }

    /** Returns the same application, stopped, with another bundle of its file. */
    InstalledApplication again(Bundle other) {
        var again = new InstalledApplication(other, file, origin, limit);
        again.recorded = recorded;
        return again;
    }

    String name() {
        return bundle.getSymbolicName();
    }

    String version() {
        return bundle.getVersion().toString();
    }

    /** Returns the requirements that the controller does not meet. They do not change while it is installed. */
    List<Requirement> needs(BundleContext context) {
        List<Requirement> known = needs;
        if (known == null) {
            known = Requirements.of(bundle).stream()
                    .filter(needed -> !needed.isMetByController(context))
                    .toList();
            needs = known;
        }
        return known;
    }

    boolean isBuiltIn() {
        return origin.equals(BUILT_IN);
    }

    /** Returns the name and the version. */
    @Override
    public String toString() {
        return "%s %s".formatted(name(), version());
    }
}

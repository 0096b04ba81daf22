package net.beaconcontroller.runtime;

import java.nio.file.Path;
import org.osgi.framework.Bundle;

/** An installed version of an application. {@link Applications} changes it under its lock; any thread reads it. */
final class InstalledApplication {
    static final String BUILT_IN = "built in";

    final Bundle bundle;
    /** The file from which the bundle is loaded. */
    final Path file;

    final String origin;

    /** Whether it was installed while the controller ran, so that it is installed again at the next start. */
    volatile boolean recorded;

    /** Whether it is started: it runs as long as it has what it needs. */
    volatile boolean started;

    /** Why the last attempt to start it failed; empty if it did not. */
    volatile String failure = "";

    InstalledApplication(Bundle bundle, Path file, String origin) {
        this.bundle = bundle;
        this.file = file;
        this.origin = origin;
    }

    String name() {
        return bundle.getSymbolicName();
    }

    String version() {
        return bundle.getVersion().toString();
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

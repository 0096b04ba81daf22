package net.beaconcontroller.runtime;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The bundles of applications in tests. */
final class Bundles {
    private Bundles() {}

    /** Returns the JAR of an application, or the folder that would become it, as the class path of this test has it. */
    static Path of(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}

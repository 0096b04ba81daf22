package net.beaconcontroller.runtime;

import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import net.beaconcontroller.core.OpenFlowController;
import org.jspecify.annotations.Nullable;

/**
 * The rules for names of applications. A name is a key of the store, and a part of URLs, settings, metrics and events.
 */
final class ApplicationName {
    private static final int MAX_LENGTH = 100;

    /** OSGi Core section 1.3.2, symbolic-name. */
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

    /**
     * Names with another meaning: the REST resources of the controller, the listeners that are not quarantined, tasks
     * whose application is not known, the framework, and Declarative Services.
     */
    private static final Set<String> RESERVED =
            Set.of("v1", OpenFlowController.OWN_LISTENERS, "unknown", "system.bundle", OsgiFramework.COMPONENT_RUNTIME);

    private ApplicationName() {}

    /**
     * Checks the Bundle-SymbolicName of an application.
     *
     * @throws IOException if it is missing or not valid; the message has the remedy
     */
    static void require(@Nullable String name) throws IOException {
        if (name == null) {
            throw new IOException("not an application, because the manifest has no Bundle-SymbolicName; "
                    + "build it with bnd as in docs/applications.md");
        }
        if (name.length() > MAX_LENGTH || !VALID.matcher(name).matches()) {
            throw new IOException(
                    ("Bundle-SymbolicName '%s': needs letters of ASCII, digits, '-' and '_', in parts separated by"
                                    + " dots, and at most %d characters")
                            .formatted(name, MAX_LENGTH));
        }
        if (RESERVED.contains(name)) {
            throw new IOException(
                    "Bundle-SymbolicName %s: the controller uses this name; choose another".formatted(name));
        }
    }
}

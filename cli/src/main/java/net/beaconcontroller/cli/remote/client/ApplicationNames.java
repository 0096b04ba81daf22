package net.beaconcontroller.cli.remote.client;

import net.beaconcontroller.console.UsageException;

/** The names of applications, as users give them. */
public final class ApplicationNames {
    private ApplicationNames() {}

    /**
     * Returns a name as an element of a path.
     *
     * @throws UsageException if it is not a symbolic name of a bundle (OSGi Core, section 3.2.6)
     */
    public static String inPath(String name) {
        if (!name.matches("[\\w.-]+")) {
            throw new UsageException(
                    "application %s: a name has letters, digits, '.', '-' and '_'; 'beacon app list' lists all"
                            .formatted(name));
        }
        return name;
    }
}

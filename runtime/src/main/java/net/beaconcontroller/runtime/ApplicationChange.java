package net.beaconcontroller.runtime;

import java.nio.file.Path;

/** A change of the installed applications, see {@link Applications#apply}. */
public sealed interface ApplicationChange {
    /**
     * Installs an application, of which the controller keeps a copy. Refused if one of its name is installed.
     *
     * @param file a JAR file, or a folder with its contents
     * @param origin where the file comes from, for people
     * @param start whether to start it too
     */
    record Install(Path file, String origin, boolean start) implements ApplicationChange {}

    /**
     * Replaces an application by another version. Its listeners are replaced in one change of the pipelines, so that
     * each message passes either the old or the new ones. If the new version does not start, the old one continues.
     *
     * @param file a JAR file, or a folder with its contents, of an application with the same name
     * @param origin where the file comes from, for people
     */
    record Update(Path file, String origin) implements ApplicationChange {}

    /** Starts an application, and before it the applications that it needs. */
    record Start(String application) implements ApplicationChange {}

    /** Stops an application. Those that need it wait until it is started again. */
    record Stop(String application) implements ApplicationChange {}

    /** Stops and uninstalls an application, and unloads its classes. */
    record Remove(String application) implements ApplicationChange {}
}

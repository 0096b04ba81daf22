package net.beaconcontroller.labkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The JDK that the launcher uses in tests. Its JVMs have the first compiler alone, unless a test measures: the
 * optimizing compiler takes a third of the processor time of a controller that ends within seconds. Everything else,
 * with the cache of loaded classes, is as in production.
 */
public final class LauncherJdk {
    /** The JDK of this process. */
    static final Path JDK = Path.of(System.getProperty("java.home"));

    private static final boolean IS_OPTIMIZING = Boolean.getBoolean("beacon.test.optimizing");

    /** The value of JAVA_HOME. */
    public static final String HOME = (IS_OPTIMIZING ? JDK : make()).toString();

    private LauncherJdk() {}

    private static Path make() {
        try {
            Path home =
                    Path.of(System.getProperty("basedir", ""), "target", "jdk").toAbsolutePath();
            Path bin = Files.createDirectories(home.resolve("bin"));
            // The launcher names its cache after this file.
            Files.copy(JDK.resolve("release"), home.resolve("release"), StandardCopyOption.REPLACE_EXISTING);
            Path java = Files.writeString(
                    bin.resolve("java"),
                    "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 \"$@\"\n".formatted(JDK.resolve("bin/java")));
            Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

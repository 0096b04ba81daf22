package net.beaconcontroller.runtime;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.Constants;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The bundles of applications in tests, also those of other modules. */
public final class Bundles {
    private Bundles() {}

    /** Returns the JAR of an application, or the folder that would become it, as the class path of this test has it. */
    public static Path of(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Builds a bundle of a package of this test, as the bnd plugins of Maven and Gradle do without instructions.
     *
     * @param name the Bundle-SymbolicName
     * @param member a class of the package
     * @return a JAR file in the folder
     */
    public static Path build(Path folder, String name, Class<?> member) throws Exception {
        try (var builder = new Builder()) {
            builder.setClasspath(classPath());
            builder.setProperty(Constants.BUNDLE_SYMBOLICNAME, name);
            builder.setProperty(Constants.BUNDLE_VERSION, "1.0.0");
            builder.setProperty(Constants.PRIVATEPACKAGE, member.getPackageName());
            Path jar = folder.resolve(name + ".jar");
            builder.build().write(jar.toFile());
            if (!builder.isOk()) {
                throw new IllegalStateException("bnd: %s %s".formatted(builder.getErrors(), builder.getWarnings()));
            }
            return jar;
        }
    }

    /**
     * Writes an application without classes.
     *
     * @param folder the folder that becomes its contents
     * @param name the Bundle-SymbolicName
     * @param header a line of the manifest
     * @return the folder
     */
    static Path withoutClasses(Path folder, String name, String header) throws IOException {
        Path manifest = Files.createDirectories(folder.resolve("META-INF")).resolve("MANIFEST.MF");
        Files.writeString(manifest, """
                Manifest-Version: 1.0
                Bundle-ManifestVersion: 2
                Bundle-SymbolicName: %s
                Bundle-Version: 1.0.0
                %s
                """.formatted(name, header));
        return folder;
    }

    private static File[] classPath() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(path.split(File.pathSeparator))
                .map(File::new)
                .filter(File::exists)
                .toArray(File[]::new);
    }
}

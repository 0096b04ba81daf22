package net.beaconcontroller.runtime;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.Constants;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.runtime.Sources.Source;

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
        return build(folder, name, "1.0.0", classPath(), Map.of(Constants.PRIVATEPACKAGE, member.getPackageName()));
    }

    private static Path build(
            Path folder, String name, String version, List<File> classPath, Map<String, String> instructions)
            throws Exception {
        try (var builder = new Builder()) {
            builder.setClasspath(classPath.toArray(File[]::new));
            builder.setProperty(Constants.BUNDLE_SYMBOLICNAME, name);
            builder.setProperty(Constants.BUNDLE_VERSION, version);
            instructions.forEach(builder::setProperty);
            Path jar = Files.createDirectories(folder).resolve("%s-%s.jar".formatted(name, version));
            builder.build().write(jar.toFile());
            if (!builder.isOk()) {
                throw new IllegalStateException("bnd: %s %s".formatted(builder.getErrors(), builder.getWarnings()));
            }
            return jar;
        }
    }

    /**
     * Compiles sources and builds a bundle of them.
     *
     * @param folder a folder without other bundles of the same name and version
     * @param name the Bundle-SymbolicName
     * @param libraries JAR files whose classes the sources use, beside those of the class path of this test
     * @param instructions further instructions for bnd
     * @param sources compilation units
     * @return a JAR file in the folder
     */
    static Path compile(
            Path folder,
            String name,
            String version,
            List<Path> libraries,
            Map<String, String> instructions,
            List<String> sources)
            throws Exception {
        Path classes = Files.createDirectories(folder.resolve("%s-%s-classes".formatted(name, version)));
        var classPath = new ArrayList<>(classPath());
        libraries.forEach(library -> classPath.add(library.toFile()));
        Sources.compile(sources.stream().map(Source::of).toList(), classPath, classes);
        classPath.addFirst(classes.toFile());
        var all = new HashMap<>(instructions);
        all.putIfAbsent(Constants.PRIVATEPACKAGE, "*;from:=" + classes.getFileName());
        return build(folder, name, version, classPath, all);
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

    /** Returns the class path of this test. */
    static List<File> classPath() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(path.split(File.pathSeparator))
                .map(File::new)
                .filter(File::exists)
                .toList();
    }
}

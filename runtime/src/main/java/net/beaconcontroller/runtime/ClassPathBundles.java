package net.beaconcontroller.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/**
 * The bundles on the class path, JAR files or folders. Some are installed in the framework; of others, the framework
 * exports the packages to applications.
 */
final class ClassPathBundles {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    private record Entry(String symbolicName, String exports, String location) {}

    private final List<Entry> entries = new ArrayList<>();

    ClassPathBundles() {
        try {
            ClassLoader loader = ClassPathBundles.class.getClassLoader();
            for (URL url : Collections.list(loader.getResources(MANIFEST))) {
                try (InputStream in = url.openStream()) {
                    Attributes manifest = new Manifest(in).getMainAttributes();
                    entries.add(new Entry(
                            String.valueOf(manifest.getValue("Bundle-SymbolicName"))
                                    .replaceFirst(";.*", ""),
                            String.valueOf(manifest.getValue("Export-Package")),
                            location(url)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the manifests on the class path", e);
        }
    }

    /** Returns a location from which the framework installs a bundle without copying it. */
    String location(String symbolicName) {
        return "reference:" + entry(symbolicName).location;
    }

    /** Returns the Export-Package header of a bundle. */
    String exports(String symbolicName) {
        return entry(symbolicName).exports;
    }

    private Entry entry(String symbolicName) {
        return entries.stream()
                .filter(entry -> entry.symbolicName.equals(symbolicName))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no bundle %s on the class path %s"
                        .formatted(symbolicName, System.getProperty("java.class.path"))));
    }

    /** Returns the location of the JAR file or folder that contains the manifest with this URL. */
    private static String location(URL manifest) {
        String text = manifest.toString();
        String base = text.substring(0, text.length() - MANIFEST.length());
        return base.startsWith("jar:") ? base.substring("jar:".length(), base.length() - "!/".length()) : base;
    }
}

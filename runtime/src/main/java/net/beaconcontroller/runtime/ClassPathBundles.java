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
 * The JAR files and folders on the class path that are bundles: some are installed in the framework as such, of others it is
 * told which packages they have for applications.
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

    /** A location at which the framework finds the bundle, without copying it. */
    String location(String symbolicName) {
        return "reference:" + entry(symbolicName).location;
    }

    /** What the bundle exports, in the form of its manifest's header. */
    String exports(String symbolicName) {
        return entry(symbolicName).exports;
    }

    private Entry entry(String symbolicName) {
        return entries.stream()
                .filter(entry -> entry.symbolicName.equals(symbolicName))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no bundle %s on the class path %s"
                        .formatted(symbolicName, System.getProperty("java.class.path"))));
    }

    /** From jar:file:/x.jar!/META-INF/MANIFEST.MF, or file:/classes/META-INF/MANIFEST.MF, to file:/... */
    private static String location(URL manifest) {
        String text = manifest.toString();
        String base = text.substring(0, text.length() - MANIFEST.length());
        return base.startsWith("jar:") ? base.substring("jar:".length(), base.length() - "!/".length()) : base;
    }
}

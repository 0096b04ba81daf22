package net.beaconcontroller.runtime;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;

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
                Attributes manifest = mainAttributes(url);
                entries.add(new Entry(
                        String.valueOf(manifest.getValue("Bundle-SymbolicName")).replaceFirst(";.*", ""),
                        String.valueOf(manifest.getValue("Export-Package")),
                        location(url)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the manifests on the class path", e);
        }
    }

    /**
     * Returns the main attributes of a manifest. That of a signed JAR file, which has a section for each class, is not
     * read further, and its signature is not verified: together, that takes 15 MB for Bouncy Castle.
     */
    private static Attributes mainAttributes(URL url) throws IOException {
        if (!url.getProtocol().equals("jar")) {
            try (InputStream in = url.openStream()) {
                return mainAttributes(in);
            }
        }
        try (var jar = new ZipFile(new File(URI.create(location(url))));
                InputStream in = jar.getInputStream(jar.getEntry(MANIFEST))) {
            return mainAttributes(in);
        }
    }

    private static Attributes mainAttributes(InputStream in) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        String main = reader.lines().takeWhile(line -> !line.isEmpty()).collect(Collectors.joining("\n", "", "\n"));
        return new Manifest(new ByteArrayInputStream(main.getBytes(StandardCharsets.ISO_8859_1))).getMainAttributes();
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

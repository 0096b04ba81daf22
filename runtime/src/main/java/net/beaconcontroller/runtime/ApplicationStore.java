package net.beaconcontroller.runtime;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Copies of the installed applications, and a record of what was changed while the controller ran. The record is
 * replaced as a whole, after a change has succeeded, so that a controller that is killed at any time restarts with the
 * state before or after the change.
 */
final class ApplicationStore {
    private static final String RECORDS = "applications.json";

    /** The state in which an application was left. */
    enum Wanted {
        STARTED,
        STOPPED,
        /** Only of a built-in application: the others have no record then. */
        REMOVED
    }

    /**
     * The record of an application.
     *
     * @param file the name of its copy; empty for a built-in application
     * @param origin where it came from; empty for a built-in application
     */
    record Stored(String name, Wanted wanted, String file, String origin) {}

    private final Path folder;

    /** @param folder contains the copies and the record; created if it does not exist */
    ApplicationStore(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ApplicationException("cannot create the folder of applications: " + e, e);
        }
    }

    /** Returns the records by name. */
    Map<String, Stored> records() {
        var records = new TreeMap<String, Stored>();
        Path file = folder.resolve(RECORDS);
        if (Files.exists(file)) {
            try {
                for (Config each : ConfigFactory.parseFile(file.toFile()).getConfigList("applications")) {
                    var read = new Stored(
                            each.getString("name"),
                            each.getEnum(Wanted.class, "wanted"),
                            each.getString("file"),
                            each.getString("origin"));
                    records.put(read.name, read);
                }
            } catch (ConfigException e) {
                throw new ApplicationException(
                        ("cannot read %s: %s; correct the file, or remove it to start only the applications of the "
                                        + "setting apps")
                                .formatted(file, e.getMessage()),
                        e);
            }
        }
        return records;
    }

    /** Replaces the records, and deletes the copies that are neither of them nor in use. */
    void save(Collection<Stored> records, Set<Path> inUse) throws IOException {
        List<Map<String, String>> all = records.stream()
                .map(each -> {
                    Map<String, String> values = new LinkedHashMap<>();
                    values.put("name", each.name);
                    values.put("wanted", each.wanted.name());
                    values.put("file", each.file);
                    values.put("origin", each.origin);
                    return values;
                })
                .toList();
        DataFolder.writeAtomically(
                folder.resolve(RECORDS),
                ConfigValueFactory.fromMap(Map.of("applications", all))
                        .render(ConfigRenderOptions.concise().setFormatted(true)));
        deleteUnused(records, inUse);
    }

    /** Deletes the copies, complete or not, that are neither of the records nor in use. */
    void deleteUnused(Collection<Stored> records, Set<Path> inUse) throws IOException {
        Set<Path> kept = records.stream().map(each -> folder.resolve(each.file)).collect(Collectors.toSet());
        for (Path copy : copies()) {
            if (!kept.contains(copy) && !inUse.contains(copy)) {
                Files.delete(copy);
            }
        }
    }

    private List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().matches(".*\\.(jar|tmp)"))
                    .toList();
        }
    }

    /** Returns the path of a copy. */
    Path resolve(String file) {
        return folder.resolve(file);
    }

    /**
     * Copies an application, so that changes of the file do not disturb it.
     *
     * @param source a JAR file, or a folder with its contents
     * @return the copy, with a name of its own
     * @throws IOException if the source is no complete JAR file, or cannot be read
     */
    Path copy(Path source) throws IOException {
        String name = source.getFileName().toString().replaceFirst("\\.jar$", "");
        Path temporary = Files.createTempFile(folder, name + "-", ".tmp");
        try {
            try (OutputStream out = Files.newOutputStream(temporary)) {
                if (Files.isDirectory(source)) {
                    pack(source, out);
                } else {
                    Files.copy(source, out);
                }
            }
            requireComplete(temporary);
            return Files.move(
                    temporary,
                    temporary.resolveSibling(temporary.getFileName().toString().replaceFirst("\\.tmp$", ".jar")));
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void pack(Path source, OutputStream out) throws IOException {
        try (var jar = new JarOutputStream(out);
                Stream<Path> files = Files.walk(source)) {
            // The manifest has to be the first entry.
            List<Path> ordered = files.filter(Files::isRegularFile)
                    .sorted((one, other) -> Boolean.compare(
                            !one.endsWith(JarFile.MANIFEST_NAME), !other.endsWith(JarFile.MANIFEST_NAME)))
                    .toList();
            for (Path file : ordered) {
                jar.putNextEntry(new JarEntry(source.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, jar);
            }
        }
    }

    /** Reads all entries, which checks their checksums. */
    private static void requireComplete(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    in.transferTo(OutputStream.nullOutputStream());
                }
            }
        }
    }
}

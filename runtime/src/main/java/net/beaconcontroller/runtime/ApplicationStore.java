package net.beaconcontroller.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.StoreException;

/**
 * Copies of the installed applications, and the records of the changes that were made while the controller ran. The
 * records are documents of the store. They are changed in one commit, after a change has succeeded, so that a
 * controller that is killed at any time restarts with the state before or after the change.
 */
final class ApplicationStore {
    private static final String NAMESPACE = "applications";

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
    private final Store store;
    private final Documents<Stored> documents;

    /**
     * Creates an object for the records in a store.
     *
     * @param folder contains the copies; created if it does not exist
     */
    ApplicationStore(Path folder, Store store) {
        this.folder = folder;
        this.store = store;
        documents = store.documents(NAMESPACE, Stored.class);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ApplicationException("cannot create the folder of applications: " + e, e);
        }
    }

    /** Returns the records by name. */
    Map<String, Stored> records() {
        var records = new TreeMap<String, Stored>();
        documents.list().forEach(document -> records.put(document.key(), document.value()));
        return records;
    }

    /**
     * Replaces the records in one commit.
     *
     * @throws StoreException if the commit fails; then the store has the records before
     * @throws IllegalArgumentException if a record is not a valid document; likewise
     */
    void save(Map<String, Stored> before, Map<String, Stored> after) {
        var changes = new ArrayList<Change>();
        before.keySet().stream()
                .filter(name -> !after.containsKey(name))
                .forEach(name -> changes.add(documents.delete(name)));
        after.forEach((name, record) -> {
            if (!record.equals(before.get(name))) {
                changes.add(documents.put(name, record));
            }
        });
        store.commit(changes);
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
     * @throws IOException if the source is not a complete JAR file, or cannot be read
     * @throws NotStoredException if the copy cannot be written
     */
    Path copy(Path source) throws IOException {
        String name = source.getFileName().toString().replaceFirst("\\.jar$", "");
        Path temporary = StoredFiles.create(folder, name + "-", ".tmp");
        try {
            try (OutputStream out = StoredFiles.write(temporary)) {
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

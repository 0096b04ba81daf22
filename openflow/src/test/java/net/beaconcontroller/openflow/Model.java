package net.beaconcontroller.openflow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Prerequisite;
import net.beaconcontroller.openflow.match.ProtocolContext;
import net.beaconcontroller.openflow.message.RefusedMessage;

/** The public records and enums of the packages of messages and their parts. */
public final class Model {
    /** The packages of messages and their parts. */
    private static final List<String> PACKAGES = Stream.of("action", "match", "message", "multipart", "structure")
            .map(name -> "net.beaconcontroller.openflow." + name + ".")
            .toList();

    /** Descriptions of fields and of refused messages, which are not parts of messages. */
    private static final Set<Class<?>> NOT_DECODED =
            Set.of(RefusedMessage.class, Field.class, Prerequisite.class, ProtocolContext.class);

    private Model() {}

    /** Returns all records and enums. */
    public static List<Class<?>> types() {
        Path classes = Path.of(URI.create(Version.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        try {
            if (Files.isDirectory(classes)) {
                return typesIn(classes);
            }
            try (FileSystem jar = FileSystems.newFileSystem(classes)) {
                return typesIn(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Class<?>> typesIn(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString().replace('/', '.'))
                    .filter(name -> PACKAGES.stream().anyMatch(name::startsWith) && name.endsWith(".class"))
                    .<Class<?>>map(name -> load(name.substring(0, name.length() - ".class".length())))
                    .filter(type -> !NOT_DECODED.contains(type))
                    .filter(type -> (type.isRecord() || type.isEnum()) && Modifier.isPublic(type.getModifiers()))
                    .sorted(Comparator.comparing(Class::getName))
                    .toList();
        }
    }

    /** Returns the records that are subtypes of this type. */
    public static Stream<Class<?>> recordsOf(Class<?> type) {
        return types().stream().filter(record -> record.isRecord() && type.isAssignableFrom(record));
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new LinkageError(name, e);
        }
    }
}

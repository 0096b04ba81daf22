package net.beaconcontroller.web.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** Files that only the account of the controller may read and write (mode 0600). */
final class PrivateFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<?>[] NONE = {};

    private PrivateFile() {}

    /**
     * Replaces a file so that it has either the old or the new content after any failure. At no time can another
     * account read the new content.
     */
    static void write(Path file, String content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(temporary);
        try (FileChannel channel = open(temporary, StandardOpenOption.CREATE_NEW)) {
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Opens a file for writing, and creates it with mode 0600 if the options say so. */
    static FileChannel open(Path file, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        all.add(StandardOpenOption.WRITE);
        FileAttribute<?>[] attributes =
                hasModes(file) ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)} : NONE;
        return FileChannel.open(file, all, attributes);
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or another account may read or write it; the message has the remedy
     */
    static String read(Path file) throws IOException {
        if (hasModes(file)) {
            Set<PosixFilePermission> others = EnumSet.copyOf(PosixFilePermissions.fromString("---rwxrwx"));
            Set<PosixFilePermission> actual = Files.getPosixFilePermissions(file);
            others.retainAll(actual);
            if (!others.isEmpty()) {
                throw new IOException("%s: other accounts may use this file (%s); allow only this account: chmod 600 %s"
                        .formatted(file, PosixFilePermissions.toString(actual), file));
            }
        }
        return Files.readString(file);
    }

    private static boolean hasModes(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}

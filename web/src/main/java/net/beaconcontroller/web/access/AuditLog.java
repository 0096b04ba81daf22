package net.beaconcontroller.web.access;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The file {@code audit.log}: a line for each request that could change something. At 10 MB it becomes {@code
 * audit.log.1}, so that both together are bounded. Safe for use by several threads.
 */
final class AuditLog implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());
    private static final long MAX_BYTES = 10_000_000;

    private final Path file;
    private FileChannel channel;

    AuditLog(Path file) throws IOException {
        this.file = file;
        this.channel = open(file);
    }

    private static FileChannel open(Path file) throws IOException {
        return PrivateFile.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * Writes a line.
     *
     * @param caller the name of the token
     * @param address the remote address
     * @param path the path as it was sent, percent-encoded
     * @param status the status of the response
     * @param note a description of the change, or empty
     */
    synchronized void write(String caller, String address, String method, String path, int status, String note) {
        String line = "%s %s %s %s %s %d%s%n"
                .formatted(
                        Instant.now().truncatedTo(ChronoUnit.MILLIS),
                        caller,
                        address,
                        method,
                        printable(path),
                        status,
                        note.isEmpty() ? "" : " " + printable(note));
        try {
            if (channel.size() > MAX_BYTES) {
                channel.close();
                Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
                channel = open(file);
            }
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot write to %s: %s; line: %s".formatted(file, e, line.strip()));
        }
    }

    /** Returns a text that cannot forge another line or control a terminal, and that is not too long. */
    private static String printable(String text) {
        String safe = text.replaceAll("\\p{Cntrl}", "?");
        return safe.length() <= 500 ? safe : safe.substring(0, 500) + "...";
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }
}

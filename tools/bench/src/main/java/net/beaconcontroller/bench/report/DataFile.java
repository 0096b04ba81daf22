package net.beaconcontroller.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** How files of results are written. */
public final class DataFile {
    private DataFile() {}

    /** Replaces a file atomically. */
    public static void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Formats a CSV cell, RFC 4180. */
    public static String csvCell(@Nullable Object value) {
        String text = value == null ? "" : String.valueOf(value);
        return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}

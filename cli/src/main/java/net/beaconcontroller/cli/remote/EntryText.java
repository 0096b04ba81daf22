package net.beaconcontroller.cli.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import net.beaconcontroller.cli.remote.client.JsonObject;

/** The texts of files of entries, and of their problems. */
final class EntryText {
    private EntryText() {}

    static String read(Path file) throws IOException {
        try {
            return Files.readString(file, UTF_8);
        } catch (NoSuchFileException e) {
            throw new IOException("%s: the file does not exist".formatted(file), e);
        }
    }

    /** Returns a problem that the controller has found, in one line. */
    static String describe(JsonObject problem) {
        long line = (long) problem.number("line");
        String value = problem.text("value");
        String valid = problem.text("valid");
        String scope = problem.text("scope");
        return "%s%s: %s%s: %s%s%s"
                .formatted(
                        line == 0 ? "" : "line %d: ".formatted(line),
                        problem.text("entry"),
                        problem.text("field"),
                        value.isEmpty() ? "" : "=" + value,
                        problem.text("reason"),
                        valid.isEmpty() ? "" : "; needs " + valid,
                        scope.isEmpty() ? "" : " (%s)".formatted(scope));
    }
}

package net.beaconcontroller.cli.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import net.beaconcontroller.cli.support.UsageException;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.Definition;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryException;
import net.beaconcontroller.openflow.entry.EntryFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Files of entries, in lines or in JSON, and the texts of their problems. */
final class EntryText {
    private EntryText() {}

    /** Reads a file, and returns it in lines. */
    static String read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file, UTF_8);
        } catch (NoSuchFileException e) {
            throw new IOException("%s: the file does not exist".formatted(file), e);
        }
        if (!text.stripLeading().startsWith("{") && !text.stripLeading().startsWith("[")) {
            return text;
        }
        try {
            return ofJson(JsonReader.parse(text));
        } catch (JacksonException | EntryException e) {
            throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Returns the lines for an array of objects, or an object with such an array as {@code entries}. */
    private static String ofJson(@Nullable Object json) {
        List<JsonObject> entries = json instanceof List<?>
                ? JsonObject.list(json)
                : JsonObject.of(json).objects("entries");
        return entries.stream()
                .map(entry -> EntryFile.print(Entry.parse(definition(entry))))
                .collect(Collectors.joining("\n"));
    }

    private static Definition definition(JsonObject entry) {
        String kind = entry.text("kind");
        String switches = entry.text("switches");
        return new Definition(
                kind.isEmpty()
                        ? Kind.FLOW
                        : Entry.kindOf(kind)
                                .orElseThrow(() ->
                                        new UsageException("kind %s: needs flow, group or meter".formatted(kind))),
                entry.text("name"),
                switches.isEmpty() ? "all" : switches,
                entry.members().get("versions") instanceof List<?> versions
                        ? versions.stream().map(String::valueOf).toList()
                        : List.of(),
                entry.text("text"),
                0);
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

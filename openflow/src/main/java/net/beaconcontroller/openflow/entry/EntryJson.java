package net.beaconcontroller.openflow.entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.notation.JsonReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * Reads entries in JSON: an array of objects, or an object with such an array as {@code entries}, as in requests. The
 * line of an entry is that where its object begins.
 */
final class EntryJson {
    private static final List<String> MEMBERS = List.of("name", "kind", "switches", "versions", "text");
    private static final String ARRAY = "entries";
    private static final String VALID_ROOT = "an array of entries, or an object with such an array as " + ARRAY;

    private final List<Entry> entries = new ArrayList<>();
    private final List<EntryProblem> problems = new ArrayList<>();
    private final Map<String, String> firstPlaces = new HashMap<>();

    private EntryJson() {}

    /** Returns whether a text is JSON, and no lines. */
    static boolean isJson(String text) {
        String begin = text.stripLeading();
        return begin.startsWith("[") || begin.startsWith("{");
    }

    /**
     * Parses a text as a whole.
     *
     * @throws EntryException with all entries that are wrong
     */
    static List<Entry> parse(String text) {
        var json = new EntryJson();
        try (JsonParser in = JsonReader.open(text)) {
            in.nextToken();
            json.readRoot(in);
            if (in.nextToken() != null) {
                throw refuse(file(line(in.currentTokenLocation())), "json", "", "the file has more than one value", "");
            }
        } catch (JacksonException e) {
            json.problems.add(EntryProblem.error(
                    file(line(e.getLocation())), "json", "", "is malformed: " + e.getOriginalMessage(), ""));
        }
        if (!json.problems.isEmpty()) {
            throw new EntryException(json.problems);
        }
        return json.entries;
    }

    private static int line(@Nullable TokenStreamLocation location) {
        return location == null ? 0 : Math.max(location.getLineNr(), 0);
    }

    /** Returns a definition for problems of the file. */
    private static Definition file(int line) {
        return new Definition(Kind.FLOW, "file", SwitchSelector.ALL_TEXT, List.of(), "", line);
    }

    private static EntryException refuse(Definition of, String field, String value, String reason, String valid) {
        return new EntryException(List.of(EntryProblem.error(of, field, value, reason, valid)));
    }

    private void readRoot(JsonParser in) {
        if (in.currentToken() == JsonToken.START_ARRAY) {
            readArray(in);
            return;
        }
        boolean hasArray = false;
        while (in.nextToken() != JsonToken.END_OBJECT) {
            Definition file = file(line(in.currentTokenLocation()));
            String name = in.currentName();
            JsonToken value = in.nextToken();
            if (!name.equals(ARRAY)) {
                throw refuse(file, name, "", "is unknown", VALID_ROOT);
            }
            if (value != JsonToken.START_ARRAY || hasArray) {
                throw refuse(file, name, "", "is not one array", VALID_ROOT);
            }
            readArray(in);
            hasArray = true;
        }
        if (!hasArray) {
            throw refuse(file(line(in.currentTokenLocation())), ARRAY, "", "is missing", VALID_ROOT);
        }
    }

    private void readArray(JsonParser in) {
        for (int i = 0; in.nextToken() != JsonToken.END_ARRAY; i++) {
            int line = line(in.currentTokenLocation());
            String place = "%s[%d]".formatted(ARRAY, i);
            Object value = JsonReader.value(in);
            try {
                add(value, place, line);
            } catch (EntryException e) {
                problems.addAll(e.problems());
            }
        }
    }

    private void add(@Nullable Object value, String place, int line) {
        // Problems of an entry without a name have its place.
        String label = value instanceof Map<?, ?> object && object.get("name") instanceof String name && !name.isEmpty()
                ? name
                : place;
        var labelled = new Definition(Kind.FLOW, label, SwitchSelector.ALL_TEXT, List.of(), "", line);
        if (!(value instanceof Map<?, ?> members)) {
            throw refuse(labelled, place, Objects.toString(value), "is not an object", "an object with " + names());
        }
        Entry entry;
        try {
            entry = Entry.parse(definition(members, labelled));
        } catch (EntryException e) {
            throw new EntryException(
                    e.problems().stream().map(problem -> problem.of(label)).toList());
        }
        String first = firstPlaces.putIfAbsent(entry.name(), place);
        if (first != null) {
            throw refuse(
                    labelled,
                    "name",
                    entry.name(),
                    "%s has the same name, or the same table, priority and match".formatted(first),
                    "another name, or one entry");
        }
        entries.add(entry);
    }

    private static String names() {
        return String.join(", ", MEMBERS);
    }

    private static Definition definition(Map<?, ?> members, Definition labelled) {
        for (Object member : members.keySet()) {
            if (!MEMBERS.contains(member)) {
                throw refuse(labelled, String.valueOf(member), "", "is unknown", names());
            }
        }
        String kind = string(members, "kind", "flow", labelled);
        if (members.get("text") == null) {
            throw refuse(labelled, "text", "", "is missing", "the entry in the notation of ovs-ofctl");
        }
        return new Definition(
                Entry.kindOf(kind)
                        .orElseThrow(() -> refuse(labelled, "kind", kind, "is unknown", "flow, group or meter")),
                string(members, "name", "", labelled),
                string(members, "switches", SwitchSelector.ALL_TEXT, labelled),
                versions(members.get("versions"), labelled),
                string(members, "text", "", labelled),
                labelled.line());
    }

    private static String string(Map<?, ?> members, String name, String otherwise, Definition labelled) {
        Object value = members.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!(value instanceof String text)) {
            throw refuse(labelled, name, value.toString(), "is not a string", "a string");
        }
        return text;
    }

    private static List<String> versions(@Nullable Object value, Definition labelled) {
        var versions = new ArrayList<String>();
        if (value != null && !(value instanceof List<?>)) {
            throw refuse(
                    labelled, "versions", value.toString(), "is not an array", "an array of strings such as \"1.3\"");
        }
        for (Object version : value instanceof List<?> list ? list : List.of()) {
            if (!(version instanceof String number)) {
                throw refuse(
                        labelled, "versions", Objects.toString(version), "is not a string", "strings such as \"1.3\"");
            }
            versions.add(number);
        }
        return versions;
    }
}

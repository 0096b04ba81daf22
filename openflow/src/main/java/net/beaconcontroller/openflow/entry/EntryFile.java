package net.beaconcontroller.openflow.entry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.openflow.check.Entries.Kind;

/**
 * A file of entries: one in each line, {@code #} begins a comment line, a backslash at the end of a line continues it.
 *
 * <pre>
 * flow web: priority=100,tcp,tp_dst=80,actions=group:1
 * group on 1-4: group_id=1,type=select,bucket=output:1,bucket=output:2
 * meter slow on hardware=Open vSwitch* of 1.3,1.5: meter=1,kbps,bands=type=drop,rate=1000
 * </pre>
 *
 * <p>Before the colon are the kind, the name if the entry has one, the switches after {@code on}, and the versions of
 * OpenFlow after {@code of}; after it is the notation of {@code ovs-ofctl}.
 *
 * <p>A file that begins with a bracket or brace has the entries in JSON instead, as in requests: an array of objects
 * with {@code kind}, {@code name}, {@code switches}, {@code versions} and {@code text}, or an object with this array as
 * {@code entries}.
 */
public final class EntryFile {
    private static final Pattern HEAD = Pattern.compile(
            "(?<kind>\\S+)(?:\\s+(?!on\\s|of\\s)(?<name>\\S+))?(?:\\s+on\\s+(?<on>.+?))?(?:\\s+of\\s+(?<of>[^=]+))?");

    private static final String FORMAT =
            "flow, group or meter, a name, 'on' with switches, 'of' with versions, a colon, a space, and the text: "
                    + "flow web on 1,2: priority=10,actions=output:1";

    private EntryFile() {}

    /**
     * Parses the text of a file as a whole.
     *
     * @throws EntryException with all lines or objects that are wrong
     */
    public static List<Entry> parse(String text) {
        return EntryJson.isJson(text) ? EntryJson.parse(text) : parseLines(text);
    }

    private static List<Entry> parseLines(String text) {
        var problems = new ArrayList<EntryProblem>();
        var entries = new ArrayList<Entry>();
        var firstLines = new HashMap<String, Integer>();
        String[] lines = text.split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            int number = i + 1;
            var line = new StringBuilder(lines[i]);
            while (line.length() > 0 && line.charAt(line.length() - 1) == '\\' && i + 1 < lines.length) {
                line.setLength(line.length() - 1);
                i++;
                line.append(lines[i].strip());
            }
            String stripped = line.toString().strip();
            if (stripped.isEmpty() || stripped.startsWith("#")) {
                continue;
            }
            try {
                Entry entry = Entry.parse(definition(stripped, number));
                requireUnique(entry, firstLines);
                entries.add(entry);
            } catch (EntryException e) {
                problems.addAll(e.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new EntryException(problems);
        }
        return entries;
    }

    /** Returns an entry as a line of a file. */
    public static String print(Entry entry) {
        Definition definition = entry.definition();
        return "%s %s%s%s: %s"
                .formatted(
                        Entry.word(entry.kind()),
                        entry.name(),
                        entry.switches().equals(SwitchSelector.ALL) ? "" : " on " + entry.switches(),
                        definition.versions().isEmpty() ? "" : " of " + String.join(",", definition.versions()),
                        entry.text().replaceAll("\\s+", " "));
    }

    private static Definition definition(String line, int number) {
        String[] parts = line.split(":\\s", 2);
        Matcher head = HEAD.matcher(parts[0].strip());
        Kind kind = head.matches() ? Entry.kindOf(head.group("kind")).orElse(null) : null;
        if (kind == null || parts.length < 2) {
            var unknown = new Definition(Kind.FLOW, "entry", SwitchSelector.ALL_TEXT, List.of(), line, number);
            String begin = line.length() > 40 ? line.substring(0, 40) + "..." : line;
            throw new EntryException(List.of(EntryProblem.error(unknown, "line", begin, "is not an entry", FORMAT)));
        }
        String on = head.group("on");
        String of = head.group("of");
        String name = head.group("name");
        return new Definition(
                kind,
                name == null ? "" : name,
                on == null ? SwitchSelector.ALL_TEXT : on,
                of == null
                        ? List.of()
                        : Arrays.stream(of.split(",")).map(String::strip).toList(),
                parts[1],
                number);
    }

    private static void requireUnique(Entry entry, Map<String, Integer> firstLines) {
        Integer first = firstLines.putIfAbsent(entry.name(), entry.line());
        if (first != null) {
            throw new EntryException(List.of(EntryProblem.error(
                    entry.definition(),
                    "name",
                    entry.name(),
                    "line %d has the same name, or the same table, priority and match".formatted(first),
                    "another name, or one entry")));
        }
    }
}

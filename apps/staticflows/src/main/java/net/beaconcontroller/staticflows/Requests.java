package net.beaconcontroller.staticflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.Definition;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryException;
import net.beaconcontroller.openflow.entry.EntryProblem;
import net.beaconcontroller.staticflows.Views.NewEntries;
import net.beaconcontroller.staticflows.Views.NewEntry;
import org.jspecify.annotations.Nullable;

/**
 * Parses the parameters and bodies of requests. A request that lacks a part or has an unknown kind is answered with
 * status 400.
 */
final class Requests {
    private static final int MAX_FILE = 16 << 20;

    private static final int BAD_REQUEST = 400;
    private static final int CONTENT_TOO_LARGE = 413;

    private Requests() {}

    static Kind kind(String word) {
        return Entry.kindOf(word).orElseThrow(() -> Problem.ofField("kind", word, "needs flow, group or meter"));
    }

    /**
     * Parses entries to add.
     *
     * @throws EntryException with the problems of all entries
     */
    static List<Entry> entries(@Nullable NewEntries body) {
        if (body == null || body.entries() == null || body.entries().isEmpty()) {
            throw Problem.ofMissing("entries", "is missing; needs a list of entries");
        }
        var entries = new ArrayList<Entry>();
        var problems = new ArrayList<EntryProblem>();
        for (NewEntry entry : body.entries()) {
            try {
                entries.add(entry(entry, entry.name() == null ? "" : entry.name()));
            } catch (EntryException e) {
                problems.addAll(e.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new EntryException(problems);
        }
        return entries;
    }

    /** Parses an entry, which gets a name. */
    static Entry entry(NewEntry entry, String name) {
        if (entry.text() == null) {
            throw Problem.ofMissing("text", "is missing; needs the entry in the notation of ovs-ofctl");
        }
        return Entry.parse(new Definition(
                kind(entry.kind() == null ? "flow" : entry.kind()),
                name,
                entry.switches() == null ? "all" : entry.switches(),
                entry.versions() == null ? List.of() : entry.versions(),
                entry.text(),
                0));
    }

    /** Reads a file. */
    static String text(InputStream body) {
        try {
            byte[] bytes = body.readNBytes(MAX_FILE + 1);
            if (bytes.length > MAX_FILE) {
                throw Problem.of(CONTENT_TOO_LARGE, "the file is too long; needs at most %d bytes".formatted(MAX_FILE));
            }
            return new String(bytes, UTF_8);
        } catch (IOException e) {
            throw Problem.of(BAD_REQUEST, "cannot read the request body: " + e.getMessage());
        }
    }
}

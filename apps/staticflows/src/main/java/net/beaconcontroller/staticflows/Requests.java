package net.beaconcontroller.staticflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.ws.rs.WebApplicationException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
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
        return Entry.kindOf(word)
                .orElseThrow(() -> new WebApplicationException(
                        "kind = %s: needs flow, group or meter".formatted(word), BAD_REQUEST));
    }

    /**
     * Parses entries to add.
     *
     * @throws EntryException with the problems of all entries
     */
    static List<Entry> entries(@Nullable NewEntries body) {
        if (body == null || body.entries() == null || body.entries().isEmpty()) {
            throw new WebApplicationException("entries: is missing; needs a list of entries", BAD_REQUEST);
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
            throw new WebApplicationException(
                    "text: is missing; needs the entry in the notation of ovs-ofctl", BAD_REQUEST);
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
                throw new WebApplicationException(
                        "the file is too long; needs at most %d bytes".formatted(MAX_FILE), CONTENT_TOO_LARGE);
            }
            return new String(bytes, UTF_8);
        } catch (IOException e) {
            throw new WebApplicationException("cannot read the request body: " + e.getMessage(), BAD_REQUEST);
        }
    }
}

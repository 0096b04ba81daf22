package net.beaconcontroller.staticflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryException;
import net.beaconcontroller.openflow.entry.EntryFile;
import net.beaconcontroller.staticflows.Catalog.Edit;
import net.beaconcontroller.staticflows.Catalog.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The file of the setting {@code app.staticflows.file}. Its entries replace those of its previous content when it
 * changes; while it is wrong or absent, the last correct content stays in force.
 */
final class ConfiguredFile {
    private static final System.Logger LOG = System.getLogger("staticflows");

    private static final long MAX_BYTES = 16 << 20;

    private final Path path;
    private final Catalog catalog;

    // Used by the thread of the timer
    private @Nullable String text;
    private boolean isMissing;

    private volatile String error = "";

    ConfiguredFile(Path path, Catalog catalog) {
        this.path = path;
        this.catalog = catalog;
    }

    Path path() {
        return path;
    }

    /** Returns the error of the present content; empty if it is in force. */
    String error() {
        return error;
    }

    /** Deletes the entries of an earlier file, because none is configured. */
    static void deleteEntries(Catalog catalog) {
        List<String> names = names(catalog);
        if (!names.isEmpty()) {
            Outcome outcome = catalog.change(new Edit(List.of(), names, Source.FILE), false);
            LOG.log(
                    Level.WARNING,
                    "deleted %d static entries of a file: the setting app.staticflows.file is empty now"
                            .formatted(outcome.deleted().size()));
        }
    }

    private static List<String> names(Catalog catalog) {
        return catalog.index().all().stream()
                .filter(kept -> kept.source() == Source.FILE)
                .map(KeptEntry::name)
                .toList();
    }

    /** Reads the file, and puts its content into force if it has changed. */
    void poll() {
        String read;
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw new IOException("the file is too long; needs at most %d bytes".formatted(MAX_BYTES));
            }
            read = Files.readString(path, UTF_8);
        } catch (IOException e) {
            if (!isMissing) {
                String reason = e instanceof NoSuchFileException ? "does not exist" : String.valueOf(e.getMessage());
                fail(reason);
            }
            isMissing = true;
            text = null;
            return;
        }
        isMissing = false;
        if (!read.equals(text)) {
            text = read;
            apply(read);
        }
    }

    private void apply(String content) {
        try {
            List<Entry> entries = EntryFile.parse(content);
            Set<String> present = entries.stream().map(Entry::name).collect(Collectors.toSet());
            List<String> deleted = names(catalog).stream()
                    .filter(name -> !present.contains(name))
                    .toList();
            Outcome outcome = catalog.change(new Edit(entries, deleted, Source.FILE), false);
            error = "";
            LOG.log(
                    Level.INFO,
                    "%s: %d entries; %d new or different, %d deleted"
                            .formatted(
                                    path,
                                    entries.size(),
                                    outcome.put().size(),
                                    outcome.deleted().size()));
        } catch (EntryException | Problem e) {
            fail(String.valueOf(e.getMessage()));
        }
    }

    private void fail(String reason) {
        error = reason;
        LOG.log(Level.ERROR, "%s: %s; its last correct content stays in force".formatted(path, reason));
    }
}

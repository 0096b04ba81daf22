package net.beaconcontroller.staticflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.check.Problem.Severity;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryChecks;
import net.beaconcontroller.openflow.entry.EntryException;
import net.beaconcontroller.openflow.entry.EntryProblem;
import net.beaconcontroller.openflow.message.FlowMod;

/**
 * The entries and their changes. A change is checked as a whole, by itself and against the connected switches, before
 * it is committed. May be called from any thread that may block.
 */
final class Catalog {
    /** The HTTP status of a change that does not fit the entries that there are. */
    static final int CONFLICT = 409;

    /** The number of entries that the store may have. */
    static final int MAX_ENTRIES = 100_000;

    /** The number of entries that one change may put or delete. */
    static final int MAX_CHANGES = 15_000;

    private final EntryStore store;
    private final Supplier<Collection<Reconciler>> switches;

    /** @param switches returns the connected switches */
    Catalog(EntryStore store, Supplier<Collection<Reconciler>> switches) {
        this.store = store;
        this.switches = switches;
    }

    /**
     * A change of the entries.
     *
     * @param puts entries to add, or to replace
     * @param deletes names of entries to delete
     * @param source the origin of the change
     */
    record Edit(List<Entry> puts, Collection<String> deletes, Source source) {}

    /**
     * The effects of a change.
     *
     * @param put the entries that are new or different
     * @param deleted the entries that are deleted
     * @param warnings the warnings about the entries that are put
     */
    record Outcome(List<KeptEntry> put, List<KeptEntry> deleted, List<EntryProblem> warnings) {}

    /** Returns the entries; waits until they are read when the controller starts. */
    EntryIndex index() {
        return store.awaitIndex();
    }

    /** Adds entries whose names are new. */
    synchronized Outcome add(List<Entry> entries, boolean dryRun) {
        EntryIndex now = index();
        for (Entry entry : entries) {
            if (now.entries().containsKey(entry.name())) {
                throw Problem.of(
                                CONFLICT,
                                "entry %s exists; needs another name, or PUT to replace it".formatted(entry.name()))
                        .withCode(Problem.EXISTS)
                        .at("name", entry.name());
            }
        }
        return change(new Edit(entries, List.of(), Source.REST), dryRun);
    }

    /**
     * Makes a change, all of it or nothing. Entries that are put and exist in the same form stay as they are.
     *
     * @throws EntryException if an entry is wrong
     * @throws Problem if an entry belongs to another source, or there are too many
     */
    synchronized Outcome change(Edit edit, boolean dryRun) {
        EntryIndex now = index();
        var after = new LinkedHashMap<>(now.entries());
        var deleted = new ArrayList<KeptEntry>();
        for (String name : edit.deletes) {
            KeptEntry kept = after.remove(name);
            if (kept != null) {
                requireSource(kept, edit.source);
                deleted.add(kept);
            }
        }
        var put = new ArrayList<KeptEntry>();
        Set<Integer> numbers = new HashSet<>(now.numbers());
        numbers.addAll(now.unreadable());
        requireUniqueNames(edit.puts);
        for (Entry entry : edit.puts) {
            KeptEntry before = now.entries().get(entry.name());
            if (before != null) {
                requireSource(before, edit.source);
                deleted.remove(before);
            }
            if (before != null && before.entry().isSameAs(entry)) {
                after.put(entry.name(), before);
                continue;
            }
            var kept = new KeptEntry(
                    entry,
                    edit.source,
                    before == null ? newNumber(entry.name(), numbers) : before.number(),
                    before == null ? 0 : before.version());
            put.add(kept);
            after.put(entry.name(), kept);
        }
        requireLimits(after.size(), put.size() + deleted.size());
        List<EntryProblem> warnings = check(now, after.values(), put, deleted);
        if (!dryRun && put.size() + deleted.size() > 0) {
            Map<String, KeptEntry> committed = store.commit(put, deleted).entries();
            put.replaceAll(kept -> Objects.requireNonNull(committed.get(kept.name())));
        }
        return new Outcome(put, deleted, warnings);
    }

    private static void requireSource(KeptEntry kept, Source source) {
        if (kept.source() != source) {
            throw Problem.of(
                    CONFLICT,
                    kept.source() == Source.FILE
                            ? "entry %s is defined by the file of app.staticflows.file; change it there"
                                    .formatted(kept.name())
                            : "entry %s was added by a request; delete it, or give the entry of the file another name"
                                    .formatted(kept.name()));
        }
    }

    private static void requireUniqueNames(List<Entry> entries) {
        var names = new HashSet<String>();
        for (Entry entry : entries) {
            if (!names.add(entry.name())) {
                throw new EntryException(List.of(new EntryProblem(
                        Severity.ERROR,
                        entry.line(),
                        entry.name(),
                        "name",
                        entry.name(),
                        "another entry has the same name, or the same table, priority and match",
                        "another name, or one entry",
                        "")));
            }
        }
    }

    private static void requireLimits(int entries, int changes) {
        if (entries > MAX_ENTRIES) {
            throw Problem.of(CONFLICT, "%d entries; needs at most %d".formatted(entries, MAX_ENTRIES));
        }
        if (changes > MAX_CHANGES) {
            throw Problem.of(CONFLICT, "a change of %d entries; needs at most %d".formatted(changes, MAX_CHANGES));
        }
    }

    /** Returns a number that depends on the name, so that it is usually the same if the entry is added again. */
    private static int newNumber(String name, Set<Integer> used) {
        var checksum = new CRC32C();
        checksum.update(name.getBytes(UTF_8));
        int number = (int) checksum.getValue();
        while (!used.add(number)) {
            number++;
        }
        return number;
    }

    /** Rejects errors in the changed entries, and errors that the change causes in others. Returns the warnings. */
    private List<EntryProblem> check(
            EntryIndex before, Collection<KeptEntry> after, List<KeptEntry> put, List<KeptEntry> deleted) {
        Set<String> names = put.stream().map(KeptEntry::name).collect(Collectors.toSet());
        List<Entry> relevant = relevant(after, put, deleted);
        List<EntryProblem> problems = EntryChecks.check(relevant);
        List<EntryProblem> errors =
                problems.stream().filter(EntryProblem::isError).toList();
        if (errors.stream().anyMatch(problem -> !names.contains(problem.entry()))) {
            // An entry that is not changed can have been wrong before, in the opinion of a later version.
            Set<EntryProblem> old = new HashSet<>(EntryChecks.check(
                    before.all().stream().map(KeptEntry::entry).toList()));
            errors = errors.stream().filter(problem -> !old.contains(problem)).toList();
        }
        if (!errors.isEmpty()) {
            throw new EntryException(errors);
        }
        List<EntryProblem> found = checkSwitches(relevant, names);
        if (found.stream().anyMatch(EntryProblem::isError)) {
            throw new EntryException(
                    found.stream().filter(EntryProblem::isError).toList());
        }
        Set<EntryProblem> everywhere =
                problems.stream().map(problem -> problem.in("")).collect(Collectors.toSet());
        return Stream.concat(
                        problems.stream().filter(problem -> names.contains(problem.entry())),
                        found.stream().filter(problem -> !everywhere.contains(problem.in(""))))
                .toList();
    }

    /** Returns the problems that entries have on connected switches, one for all switches that have it. */
    private List<EntryProblem> checkSwitches(List<Entry> relevant, Set<String> names) {
        var scopes = new LinkedHashMap<EntryProblem, List<String>>();
        for (Reconciler reconciler : switches.get()) {
            for (EntryProblem problem : check(reconciler, relevant, names)) {
                scopes.computeIfAbsent(problem.in(""), _ -> new ArrayList<>()).add(problem.scope());
            }
        }
        return scopes.entrySet().stream()
                .map(entry -> entry.getKey().in(scope(entry.getValue())))
                .toList();
    }

    private static String scope(List<String> all) {
        int others = all.size() - 1;
        return others == 0 ? all.getFirst() : "%s, and %d other switches".formatted(all.getFirst(), others);
    }

    private static List<EntryProblem> check(Reconciler reconciler, List<Entry> relevant, Set<String> names) {
        Switch sw = reconciler.sw();
        List<Entry> entries = relevant.stream()
                .filter(entry -> entry.isFor(sw.datapathId(), sw.description(), sw.version()))
                .toList();
        if (entries.stream().noneMatch(entry -> names.contains(entry.name()))) {
            return List.of();
        }
        String scope = "switch %s, OpenFlow %s".formatted(sw, sw.version());
        return EntryChecks.check(entries, reconciler.limits().of(sw), scope).stream()
                .filter(problem -> names.contains(problem.entry()))
                .toList();
    }

    private record Stage(int tableId, int priority) {
        static Stage of(FlowMod flow) {
            return new Stage(flow.tableId(), flow.priority());
        }
    }

    /** Returns the entries with which the changed ones can be in conflict. */
    private static List<Entry> relevant(Collection<KeptEntry> after, List<KeptEntry> put, List<KeptEntry> deleted) {
        boolean changesTargets = Stream.concat(put.stream(), deleted.stream())
                .anyMatch(kept -> kept.entry().kind() != Kind.FLOW);
        var stages = new HashSet<Stage>();
        put.forEach(kept -> {
            if (kept.entry().message() instanceof FlowMod flow) {
                stages.add(Stage.of(flow));
            }
        });
        return after.stream()
                .map(KeptEntry::entry)
                .filter(entry ->
                        changesTargets || !(entry.message() instanceof FlowMod flow) || stages.contains(Stage.of(flow)))
                .toList();
    }

    /** Gives up the claims to a number of groups or meters. */
    synchronized void deleteClaims(Kind kind, long id) {
        List<Claim> claims = index().claims().stream()
                .filter(claim -> claim.isOf(kind) && claim.id() == id)
                .toList();
        store.deleteClaims(claims);
    }
}

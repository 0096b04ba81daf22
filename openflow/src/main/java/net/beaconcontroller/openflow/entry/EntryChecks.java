package net.beaconcontroller.openflow.entry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Capabilities;
import net.beaconcontroller.openflow.check.Entries;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.check.EntryChecker;
import net.beaconcontroller.openflow.check.Problem;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MeterMod;
import org.jspecify.annotations.Nullable;

/** Checks entries as a set, with {@link EntryChecker}: by themselves, or for one switch. */
public final class EntryChecks {
    /** The version whose problems are reported if an entry is wrong in all of them: the most common one first. */
    private static final List<Version> BY_PREFERENCE =
            List.of(Version.OF13, Version.OF15, Version.OF14, Version.OF12, Version.OF10);

    private static final Pattern FLOW_INDEX = Pattern.compile("\\bflow (\\d+)\\b");

    private EntryChecks() {}

    /**
     * Checks entries without a switch. An entry for certain versions has to be correct in each of them, another one in
     * at least one version. Entries are compared that have a switch in common as far as the datapath ids tell.
     */
    public static List<EntryProblem> check(Collection<Entry> entries) {
        var problems = new LinkedHashMap<String, List<EntryProblem>>();
        for (Sample sample : samples(entries)) {
            var byVersion = new EnumMap<Version, Map<String, List<EntryProblem>>>(Version.class);
            for (Version version : Entry.ALL_VERSIONS) {
                byVersion.put(version, sample.check(entries, version));
            }
            for (Entry entry : entries) {
                if (sample.has(entry) && !problems.containsKey(entry.name())) {
                    List<EntryProblem> found = ofEntry(entry, byVersion);
                    if (!found.isEmpty()) {
                        problems.put(entry.name(), found);
                    }
                }
            }
        }
        return problems.values().stream().flatMap(List::stream).toList();
    }

    /** Selects the problems of an entry: those of a version that it is for, else those of the most likely one. */
    private static List<EntryProblem> ofEntry(Entry entry, Map<Version, Map<String, List<EntryProblem>>> byVersion) {
        boolean isRestricted = !entry.versions().isEmpty();
        List<EntryProblem> best = null;
        for (Version version : BY_PREFERENCE) {
            if (isRestricted && !entry.versions().contains(version)) {
                continue;
            }
            List<EntryProblem> found = byVersion.getOrDefault(version, Map.of()).getOrDefault(entry.name(), List.of());
            boolean hasErrors = found.stream().anyMatch(EntryProblem::isError);
            if (isRestricted ? hasErrors : !hasErrors) {
                return found;
            }
            // Most entries cannot be expressed in 1.0, which is then not their error.
            int handicap = version == Version.OF10 ? 1 : 0;
            if (best == null || found.size() + handicap < best.size()) {
                best = found;
            }
        }
        return best == null ? List.of() : best;
    }

    /** A switch that can exist: with a datapath id, or with a description to which a selector applies. */
    private record Sample(@Nullable Long datapathId, SwitchSelector selector) {
        boolean has(Entry entry) {
            SwitchSelector other = entry.switches();
            return other.equals(SwitchSelector.ALL)
                    || (datapathId == null ? other.equals(selector) : other.hasId(datapathId));
        }

        /** Returns whether such a switch may have the entry, too, which only its description tells. */
        private boolean mayHave(Entry entry) {
            return !has(entry) && (datapathId == null || entry.switches().dependsOnDescription());
        }

        Map<String, List<EntryProblem>> check(Collection<Entry> all, Version version) {
            List<Entry> members = all.stream()
                    .filter(entry -> has(entry) && isOf(entry, version))
                    .toList();
            var groups = new HashSet<Long>();
            var meters = new HashSet<Long>();
            all.stream().filter(entry -> mayHave(entry) && isOf(entry, version)).forEach(entry -> {
                if (entry.message() instanceof GroupMod group) {
                    groups.add(group.groupId());
                } else if (entry.message() instanceof MeterMod meter) {
                    meters.add(meter.meterId());
                }
            });
            for (Entry entry : members) {
                if (entry.message() instanceof GroupMod group) {
                    groups.remove(group.groupId());
                } else if (entry.message() instanceof MeterMod meter) {
                    meters.remove(meter.meterId());
                }
            }
            Capabilities capabilities = Capabilities.of(version).withOthers(groups, meters);
            var problems = new LinkedHashMap<String, List<EntryProblem>>();
            for (EntryProblem problem : EntryChecks.check(members, capabilities, "OpenFlow " + version)) {
                problems.computeIfAbsent(problem.entry(), _ -> new ArrayList<>())
                        .add(problem);
            }
            return problems;
        }

        private static boolean isOf(Entry entry, Version version) {
            return entry.versions().isEmpty() || entry.versions().contains(version);
        }
    }

    private static Set<Sample> samples(Collection<Entry> entries) {
        var samples = new LinkedHashSet<Sample>();
        for (Entry entry : entries) {
            SwitchSelector selector = entry.switches();
            Set<Long> ids = selector.sampleIds();
            ids.forEach(id -> samples.add(new Sample(id, SwitchSelector.ALL)));
            if (selector.equals(SwitchSelector.ALL) || selector.dependsOnDescription()) {
                samples.add(new Sample(null, selector));
            }
        }
        return samples;
    }

    /**
     * Checks the entries of a switch.
     *
     * @param scope describes the switch, such as its datapath id
     */
    public static List<EntryProblem> check(Collection<Entry> entries, Capabilities capabilities, String scope) {
        List<Entry> flows = ofKind(entries, Kind.FLOW).toList();
        List<Entry> groups = ofKind(entries, Kind.GROUP).toList();
        List<Entry> meters = ofKind(entries, Kind.METER).toList();
        var messages = new Entries(
                flows.stream().map(entry -> entry.flow(capabilities.version())).toList(),
                groups.stream().map(entry -> (GroupMod) entry.message()).toList(),
                meters.stream().map(entry -> (MeterMod) entry.message()).toList());
        return EntryChecker.check(messages, capabilities).stream()
                .map(problem -> {
                    Entry entry =
                            switch (problem.kind()) {
                                case FLOW -> flows.get(problem.index());
                                case GROUP -> groups.get(problem.index());
                                case METER -> meters.get(problem.index());
                            };
                    return problem(entry, problem, named(problem.reason(), flows), scope);
                })
                .toList();
    }

    private static Stream<Entry> ofKind(Collection<Entry> entries, Kind kind) {
        return entries.stream().filter(entry -> entry.kind() == kind);
    }

    private static EntryProblem problem(Entry entry, Problem problem, String reason, String scope) {
        return new EntryProblem(
                problem.severity(),
                entry.line(),
                entry.name(),
                problem.field(),
                problem.value(),
                reason,
                problem.valid(),
                scope);
    }

    /** Replaces the index of a flow in a text by the name of its entry. */
    private static String named(String reason, List<Entry> flows) {
        return FLOW_INDEX
                .matcher(reason)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "flow " + flows.get(Integer.parseInt(found.group(1))).name()));
    }
}

package net.beaconcontroller.staticflows;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.Switch;

/**
 * The entries at one moment. Immutable.
 *
 * @param entries by name, in the order of the names
 * @param claims the numbers of groups and meters that entries had
 * @param unreadable the numbers of entries in the store that this version of the controller cannot parse; their flows
 *     stay in the switches
 * @param numbers the numbers of all entries
 */
record EntryIndex(Map<String, KeptEntry> entries, List<Claim> claims, Set<Integer> unreadable, Set<Integer> numbers) {
    static EntryIndex of(Map<String, KeptEntry> entries, Collection<Claim> claims, Collection<Integer> unreadable) {
        return new EntryIndex(
                Collections.unmodifiableMap(new TreeMap<>(entries)),
                List.copyOf(claims),
                Set.copyOf(unreadable),
                entries.values().stream().map(KeptEntry::number).collect(Collectors.toUnmodifiableSet()));
    }

    Collection<KeptEntry> all() {
        return entries.values();
    }

    /** Returns the entries that this or another index has, and not both: of one that was replaced, both forms. */
    List<KeptEntry> differences(EntryIndex other) {
        return Stream.concat(notIn(other), other.notIn(this)).toList();
    }

    private Stream<KeptEntry> notIn(EntryIndex other) {
        return all().stream().filter(kept -> {
            KeptEntry same = other.entries.get(kept.name());
            return same == null || same.version() != kept.version();
        });
    }

    /** Returns the static entries of a switch. */
    Desired of(Switch sw) {
        return new Desired(
                all().stream()
                        .filter(kept -> kept.entry().isFor(sw.datapathId(), sw.description(), sw.version()))
                        .toList(),
                claims.stream()
                        .filter(claim -> claim.isFor(sw.datapathId(), sw.description(), sw.version()))
                        .toList(),
                unreadable);
    }
}
